import type { CommandGuard } from './workflow-commands.js';

/** Where a reporter writes, and what is there to read it. */
export interface ReporterIo {
  /** The result. */
  readonly stdout: { write(text: string): unknown };
  /** Everything else. */
  readonly stderr: NodeJS.WritableStream;
  /** Whether stderr is a terminal, where a line can be updated. */
  readonly isTTY: boolean;
  readonly colors: boolean;
  /** Width of the terminal, or of the lines to write where there is none. */
  readonly columns: number;
  /** Paths are shown relative to this folder. */
  readonly folder?: string;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
  /** How `junit` reports what could not be decided. Default `skipped`. */
  readonly inconclusive?: 'skipped' | 'error';
  /** Set for the reporter `github`. */
  readonly github?: GithubIo;
}

/** Where the reporter `github` writes. */
export interface GithubIo {
  /** Workflow commands: a stream that the runner reads. */
  readonly commands: { write(text: string): unknown };
  /** Ended before the first command is written. */
  readonly guard?: CommandGuard;
  /** The summary of the job. */
  readonly summary: { write(text: string): unknown } | null;
  /** The body of the comment. */
  readonly comment: { write(text: string): unknown } | null;
  /** The folder that paths in annotations are relative to: the checkout. */
  readonly workspace: string | null;
}
