import { createHash } from 'node:crypto';
import { type Mode, SqlassayError, type Suite } from '../types/index.js';
import type { RunFilter } from './run-options.js';
import type { Shard } from './schedule/shard.js';

/** What a run is of, part by part; a run is only continued when every part is the same. */
export type RunIdentity = Readonly<Record<string, string>>;

export function runIdentity(parts: {
  readonly suite: Suite;
  readonly mode: Mode;
  readonly passes: number;
  readonly filter: RunFilter;
  readonly shard: Shard | undefined;
  readonly solver: string;
  readonly scorers: readonly unknown[];
}): RunIdentity {
  const { suite, filter } = parts;
  const { concurrency: _, ...settings } = suite.settings;
  return {
    cases: digest(suite.cases.map(({ source: _source, ...item }) => item)),
    datasources: digest(suite.datasources),
    roles: digest(suite.roles),
    settings: digest(settings),
    plans: parts.mode === 'plans' ? digest([...(suite.plans ?? [])]) : 'none',
    solver: parts.solver,
    scorers: digest(parts.scorers),
    mode: parts.mode,
    passes: String(parts.passes),
    ...(parts.shard === undefined ? {} : { shard: `${parts.shard.index}/${parts.shard.of}` }),
    filter: digest({ ...filter, only: filter.only === undefined ? null : [...filter.only].sort() }),
  };
}

export function requireSameIdentity(before: RunIdentity, now: RunIdentity, where: string): void {
  const changed = Object.keys({ ...before, ...now }).filter((part) => before[part] !== now[part]);
  if (changed.length === 0) return;
  throw new SqlassayError('E_RESUME_CHANGED', {
    what: `The run cannot be continued: ${changed.map((part) => difference(part, before, now)).join(', ')}`,
    where,
    advice: 'Undo the change, or start a new run without --resume.',
  });
}

function difference(part: string, before: RunIdentity, now: RunIdentity): string {
  const told = part === 'mode' || part === 'passes' || part === 'shard';
  return told ? `${part} was ${before[part] ?? 'none'} and is ${now[part] ?? 'none'}` : `its ${part} changed`;
}

/** A hash of plain data that does not depend on the order of keys. */
export function digest(data: unknown): string {
  return createHash('sha256').update(canonical(data)).digest('hex').slice(0, 16);
}

function canonical(data: unknown): string {
  if (typeof data === 'bigint') return `${data}n`;
  if (data instanceof Uint8Array) return `b${Buffer.from(data).toString('hex')}`;
  if (typeof data === 'number') return Object.is(data, -0) ? '-0' : String(data);
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`;
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'undefined';
  const keys = Object.keys(data)
    .filter((key) => (data as Record<string, unknown>)[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((data as Record<string, unknown>)[key])}`).join(',')}}`;
}
