import type { SqlassayConfig } from '../../types/index.js';
import type { Command } from '../command-table.js';
import { keyOf } from './flag.js';
import { readFlag } from './read-flag.js';

/** The values of all flags; which of them a command has is in its table. */
export interface Flags {
  readonly mode?: 'full' | 'plans' | 'retrieval';
  readonly grep?: string;
  readonly tag?: readonly string[];
  readonly role?: readonly string[];
  readonly passes?: number;
  readonly bail?: number;
  readonly lastFailed?: boolean;
  readonly resume?: string;
  readonly retryErrors?: boolean;
  readonly selfTest?: boolean;
  readonly reporter?: readonly string[];
  readonly outputFile?: readonly string[];
  readonly json?: boolean;
  readonly concurrency?: number;
  readonly answers?: string;
  readonly answersFormat?: 'jsonl' | 'spider' | 'bird';
  readonly sqliteDriver?: 'auto' | 'node:sqlite' | 'better-sqlite3' | 'sql.js';
  readonly runsFolder?: string;
  readonly color?: boolean;
  readonly maxCostUsd?: number;
  readonly cache?: boolean;
  readonly shard?: string;
  readonly scorer?: readonly string[];
  readonly maxAge?: number;
  readonly check?: boolean;
  readonly inconclusive?: 'skipped' | 'error';
  readonly accept?: boolean;
  readonly allow?: boolean;
  readonly dialect?: string;
  readonly schema?: string;
  readonly gold?: string;
  readonly candidate?: string;
  readonly datasource?: string;
  readonly suite?: string;
  readonly pairs?: string;
  readonly jobs?: number;
  readonly ignoreLiterals?: boolean;
  readonly witnesses?: string;
  readonly maxSeconds?: number;
  readonly labels?: string;
  readonly model?: string;
  readonly criteria?: 'sql_equivalence';
  readonly judge?: string;
  readonly samples?: number;
}

/**
 * Flags beat the environment, which beats the config file.
 *
 * @throws SqlassayError E_CLI_USAGE
 */
export function resolveFlags(
  command: Command,
  given: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  config: SqlassayConfig,
): Flags {
  const values: Record<string, unknown> = {};
  for (const flag of command.flags) {
    const key = keyOf(flag);
    const value = readFlag(flag, given[key], environment);
    if (value !== undefined) values[key] = value;
  }
  // Two flags may set one value (`--cache`, `--no-cache`), so the config file has its say after both.
  for (const key of command.flags.map(keyOf)) {
    const value = config[key as keyof SqlassayConfig];
    if (values[key] === undefined && value !== undefined) values[key] = value;
  }
  return values;
}
