import type { SqlassayConfig } from '../../types/index.js';
import type { CliIo } from '../cli-io.js';
import type { Flags } from '../flags/resolve-flags.js';

/** What a command is called with. */
export interface CommandCall {
  /** The argument, or its default. */
  readonly argument: string;
  readonly isArgumentGiven: boolean;
  /** The arguments after the first. */
  readonly moreArguments: readonly string[];
  /** The flags' values, over the defaults of a config file. */
  flagsWith(config: SqlassayConfig): Flags;
  readonly io: CliIo;
}

/** Does a command's work and returns the exit code. */
export type CommandAction = (call: CommandCall) => Promise<number>;
