import type { LlmFailure, SolverOutput } from '../../types/index.js';
import { failedOutput, unavailableOutput } from '../failed-output.js';

/** A model that declines or writes too much has answered badly; everything else is the service, and is never scored. */
export function failureOutput({ failure, message, ...spent }: LlmFailure): SolverOutput {
  switch (failure) {
    case 'refusal':
      return failedOutput('MODEL_REFUSED', message, spent);
    case 'truncated':
      return failedOutput('REPLY_TRUNCATED', message, spent);
    default:
      return unavailableOutput(`The model gave no reply (${failure}): ${message}`, spent);
  }
}
