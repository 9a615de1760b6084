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
}
