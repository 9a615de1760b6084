import { alignTable } from '../text/align-table.js';
import { printPercent } from '../text/numbers.js';
import type { Styles } from '../text/styles.js';
import type { Board, GroupBoard, ScorerShare } from './board.js';
import type { Share } from './share.js';

const maxGroupRows = 12;

/** All case runs, then each scorer with its lenient reading beside it. */
export function renderOverview(board: Board, columns: number, styles: Styles): string[] {
  const rows = [
    ['', 'passed', 'share', '95% interval', 'not passed'],
    [
      'case runs',
      ...overviewCells(board.caseRuns),
      describe(board.counts.failed, board.counts.inconclusive, board.counts.error),
    ],
    ...board.scorers.flatMap(({ label, share, lenient, verdicts, notCalled }) => [
      [
        label,
        ...overviewCells(share),
        describe(verdicts.fail, verdicts.inconclusive, verdicts.error, notCalled),
      ],
      ...(lenient === null ? [] : [[`${label} (lenient)`, ...overviewCells(lenient), '']]),
    ]),
  ];
  return alignTable(rows, columns, styles);
}

/** One table for each property by which case runs differ. */
export function renderGroups(board: Board, columns: number, styles: Styles): string[][] {
  const scored = board.scorers.filter(({ share }) => share.of > 0);
  return Object.entries(board.by).flatMap(([property, groups]) => {
    // One group says no more than the overview does.
    if (groups.length < 2) return [];
    const shown = [...groups].sort((a, b) => b.caseRuns.of - a.caseRuns.of).slice(0, maxGroupRows);
    const names = new Set(shown.map(({ name }) => name));
    const head = [
      'case runs',
      ...scored.flatMap(({ label, lenient }) => [label, ...(lenient === null ? [] : ['lenient'])]),
    ];
    const rows = groups
      .filter(({ name }) => names.has(name))
      .map((group) => [
        group.name,
        printShare(group.caseRuns),
        ...scored.flatMap((scorer) => groupCells(group, scorer)),
      ]);
    const left = groups.length - shown.length;
    return [
      [
        ...alignTable([[`by ${property}`, ...head], ...rows], columns, styles),
        ...(left > 0 ? [`  … ${left} more; the JSON report has all of them`] : []),
      ],
    ];
  });
}

function groupCells(group: GroupBoard, { label, lenient }: ScorerShare): string[] {
  const own = group.scorers.find((scorer) => scorer.label === label);
  const strict = own === undefined ? '-' : printShare(own.share);
  if (lenient === null) return [strict];
  return [strict, own?.lenient == null ? '-' : printShare(own.lenient)];
}

function overviewCells({ passed, of, share, interval }: Share): string[] {
  if (share === null || interval === null) return ['0/0', '-', '-'];
  const [low, high] = [interval.low, interval.high].map((bound) => (bound * 100).toFixed(1));
  return [`${passed}/${of}`, printPercent(share), `${low}-${high}%`];
}

function describe(failed: number, inconclusive: number, errored: number, notCalled = 0): string {
  return [
    failed > 0 ? `${failed} failed` : '',
    inconclusive > 0 ? `${inconclusive} inconclusive` : '',
    errored > 0 ? `${errored} errored` : '',
    notCalled > 0 ? `${notCalled} not reached` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function printShare({ passed, of, share, interval }: Share): string {
  if (share === null || interval === null) return '-';
  const [low, high] = [interval.low, interval.high].map((bound) => Math.round(bound * 100));
  return `${passed}/${of} ${printPercent(share)} ${low}-${high}`;
}
