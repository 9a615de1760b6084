import type { CaseRunStatus, Verdict } from '../../types/index.js';
import type { Styles } from '../text/styles.js';

interface StatusWords {
  readonly word: string;
  readonly symbol: string;
  readonly letter: string;
  readonly paint: (text: string) => string;
}

/** How a status, or a scorer's verdict, is said and coloured everywhere. */
export function statusWords(status: CaseRunStatus | Verdict, styles: Styles): StatusWords {
  switch (status) {
    case 'pass':
      return { word: 'passed', symbol: '✓', letter: '.', paint: styles.pass };
    case 'fail':
      return { word: 'failed', symbol: '✗', letter: 'F', paint: styles.fail };
    case 'inconclusive':
      return { word: 'inconclusive', symbol: '?', letter: '?', paint: styles.unsure };
    case 'error':
      return { word: 'errored', symbol: '!', letter: 'E', paint: styles.fail };
    case 'unscored':
    case 'not_applicable':
      return { word: 'unscored', symbol: '-', letter: '-', paint: styles.quiet };
    case 'not_run':
      return { word: 'not run', symbol: '-', letter: '_', paint: styles.quiet };
  }
}
