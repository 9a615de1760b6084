import type {
  CaseResult,
  CaseRunKey,
  DatasourceInfo,
  RunEnd,
  RunInfo,
  SelfTest,
  SolverOutput,
} from '../../types/index.js';
import type { RunIdentity } from '../run-identity.js';

/** What a journal is made of: one JSON record a line, in the order in which things happened. */
export type JournalRecord =
  | {
      readonly kind: 'run';
      readonly schemaVersion: 1;
      readonly info: RunInfo;
      readonly identity: RunIdentity;
    }
  /** A run that had not finished goes on; calls that were in flight when it died are made again. */
  | { readonly kind: 'resume'; readonly startedAt: string; readonly repeatedCalls: number }
  | { readonly kind: 'selfTest'; readonly selfTest: SelfTest }
  /** A solver is about to be called. */
  | { readonly kind: 'call'; readonly key: CaseRunKey }
  /** A solver answered; written before the answer is scored, so that it is never asked for again. */
  | {
      readonly kind: 'reply';
      readonly key: CaseRunKey;
      /** Hash of what the solver was told. */
      readonly asked: string;
      readonly output: SolverOutput;
      readonly seconds: number;
      /** Absent for an answer that was asked for: an answer that was at hand cost nothing. */
      readonly from?: 'cache' | 'recorded';
    }
  | { readonly kind: 'case'; readonly result: CaseResult }
  | {
      readonly kind: 'end';
      readonly end: RunEnd;
      readonly datasources: readonly DatasourceInfo[];
      readonly seconds: number;
      readonly spentUsd?: number | null;
    };
