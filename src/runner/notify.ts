import type { CaseResult, CaseRunKey, Reporter, RunInfo, RunSummary } from '../types/index.js';

/** Tells every reporter what happens. A reporter that breaks is warned about once and left out; the run goes on. */
export interface Notifier {
  runStart(info: RunInfo): Promise<void>;
  caseStart(key: CaseRunKey): Promise<void>;
  caseEnd(result: CaseResult): Promise<void>;
  runEnd(summary: RunSummary): Promise<void>;
}

export function createNotifier(reporters: readonly Reporter[]): Notifier {
  const broken = new Set<Reporter>();
  const tell = async (hook: (reporter: Reporter) => void | Promise<void>): Promise<void> => {
    for (const reporter of reporters) {
      if (broken.has(reporter)) continue;
      try {
        await hook(reporter);
      } catch (error) {
        broken.add(reporter);
        const message = error instanceof Error ? error.message : String(error);
        process.emitWarning(`A reporter broke and is left out from here on: ${message}`, 'SqlassayWarning');
      }
    }
  };
  return {
    runStart: (info) => tell((reporter) => reporter.onRunStart?.(info)),
    caseStart: (key) => tell((reporter) => reporter.onCaseStart?.(key)),
    caseEnd: (result) => tell((reporter) => reporter.onCaseEnd?.(result)),
    runEnd: (summary) => tell((reporter) => reporter.onRunEnd?.(summary)),
  };
}
