import type { Reporter } from '../../types/index.js';
import { createFailureKeeper } from '../markdown/kept-failures.js';
import { renderMarkdown } from '../markdown/render-markdown.js';
import type { Tally } from '../tally.js';
import type { ReporterIo } from './reporter-io.js';

/** One Markdown document, written when the run has ended. */
export function createMarkdownReporter(tally: Tally, io: ReporterIo): Reporter {
  const failures = createFailureKeeper();
  return {
    onCaseEnd(result) {
      failures.add(result, tally.gate.knownFailure(result));
    },
    onRunEnd(summary) {
      const outcome = tally.finish(summary);
      io.stdout.write(
        renderMarkdown(outcome, {
          failures: failures.sorted(outcome.gate),
          failureCount: failures.count,
          ...(io.folder === undefined ? {} : { folder: io.folder }),
        }),
      );
    },
  };
}
