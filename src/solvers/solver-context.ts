import type { Case, Mode, Models, SolverDatabases } from '../types/index.js';

/** What a solver may need to be made. */
export interface SolverContext {
  /** Folder that relative paths of the configuration start from. */
  readonly baseFolder: string;
  /** Every case of the suite, also those that a filter leaves out: recorded answers are matched against all. */
  readonly cases: readonly Case[];
  /** How often each case is asked; default 1. */
  readonly passes?: number;
  /** What is run; recorded answers need a retriever in mode `retrieval` only. Default `full`. */
  readonly mode?: Mode;
  /** The suite's databases: `prompt` retrieves from their schemas and tries its SQL on them. */
  readonly databases?: SolverDatabases;
  /** The language models: `prompt` asks one. */
  readonly models?: Models;
  /** The suite's code for a question that cannot be answered. Default `QUESTION_NOT_ANSWERABLE`. */
  readonly unanswerableCode?: string;
  /** Where `${env:NAME}` is looked up. Default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
