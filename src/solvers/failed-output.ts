import type { LlmSpent, SolverOutput } from '../types/index.js';

/** The solver's own failure, which is scored. */
export function failedOutput(code: string, message: string, spent: LlmSpent = {}): SolverOutput {
  return { status: 'error', errors: [{ code, message }], ...spent };
}

/** It could not be reached: infrastructure, never scored. */
export function unavailableOutput(message: string, spent: LlmSpent = {}): SolverOutput {
  return { status: 'unavailable', errors: [{ code: 'UNAVAILABLE', message }], ...spent };
}
