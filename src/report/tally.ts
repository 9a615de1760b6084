import type { Gate, GateDecision } from '../gate/index.js';
import type { CaseResult, Reporter, RunSummary } from '../types/index.js';
import type { Board } from './board/board.js';
import { type BoardOptions, createBoard } from './board/create-board.js';

/** What a run comes to: the board and the one decision of the gate. */
export interface Outcome {
  readonly board: Board;
  readonly gate: GateDecision;
}

/**
 * Adds up a run for all its reporters: the board and the gate see each result once, and every reporter prints the same
 * outcome.
 */
export interface Tally {
  /** Put it before the reporters that print. */
  readonly reporter: Reporter;
  readonly gate: Gate;
  readonly total: Readonly<Record<CaseResult['status'], number>> & { readonly done: number };
  /** The outcome; it is made once and then kept. */
  finish(summary: RunSummary): Outcome;
}

export function createTally(gate: Gate, options: Omit<BoardOptions, 'gate'> = {}): Tally {
  let board = createBoard({ ...options, gate });
  let outcome: Outcome | null = null;
  const total = { pass: 0, fail: 0, inconclusive: 0, error: 0, unscored: 0, done: 0 };
  const finish = (summary: RunSummary): Outcome => {
    outcome ??= { board: board.finish(summary), gate: gate.decide(summary) };
    return outcome;
  };
  return {
    gate,
    total,
    finish,
    reporter: {
      onRunStart(info) {
        board = createBoard({ scorers: info.scorers, passes: info.passes, ...options, gate });
      },
      onCaseEnd(result) {
        total[result.status] += 1;
        total.done += 1;
        gate.add(result);
        board.add(result);
      },
      onRunEnd(summary) {
        finish(summary);
      },
    },
  };
}
