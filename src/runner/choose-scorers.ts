import { scorerModes, scorerName } from '../scorers/index.js';
import {
  type Mode,
  type Registry,
  type Scorer,
  type ScorerEntry,
  SqlassayError,
  type Suite,
} from '../types/index.js';
import type { LabelledScorer } from './run-scope.js';

/** The scorers of a run: those that can score its mode, each built once, and those left out with why. */
export interface ChosenScorers {
  readonly scorers: readonly LabelledScorer[];
  readonly leftOut: readonly { readonly label: string; readonly why: string }[];
  /** What each scorer of the suite was made from, by its label, as plain data: part of a run's identity. */
  readonly entries: ReadonlyMap<string, unknown>;
}

export async function chooseScorers(
  suite: Suite,
  mode: Mode,
  registry: Registry,
  given: readonly (Scorer | ScorerEntry | string)[] | undefined,
): Promise<ChosenScorers> {
  const all: LabelledScorer[] = [];
  for (const entry of given ?? suite.scorers) all.push(await build(entry, registry));
  requireUniqueLabels(all);
  const fits = ({ scorer }: LabelledScorer): boolean => scorerModes(scorer).has(mode);
  const scorers = all.filter(fits);
  if (scorers.length === 0) {
    throw new SqlassayError('E_NO_SCORER', {
      what: all.length === 0 ? 'There is no scorer' : `No scorer of the suite can score mode ${mode}`,
      where: suite.file ?? suite.name,
      advice: 'Name scorers under `scorers:`; `sqlassay scorers` lists them with their modes.',
    });
  }
  const leftOut = all
    .filter((one) => !fits(one))
    .map(({ label, scorer }) => ({
      label,
      why: `it scores mode ${[...scorerModes(scorer)].join(' and ')}, not ${mode}`,
    }));
  const entries = new Map(
    (given ?? suite.scorers).map((entry, index) => [all[index]!.label, describeEntry(entry)]),
  );
  return { scorers, leftOut, entries };
}

async function build(entry: Scorer | ScorerEntry | string, registry: Registry): Promise<LabelledScorer> {
  if (typeof entry === 'string') return { label: entry, scorer: await registry.createScorer(entry) };
  if ('use' in entry) return { label: entry.as, scorer: await registry.createScorer(entry.use, entry.with) };
  return { label: scorerName(entry), scorer: entry };
}

function describeEntry(entry: Scorer | ScorerEntry | string): unknown {
  return typeof entry === 'string' || 'use' in entry ? entry : scorerName(entry);
}

function requireUniqueLabels(scorers: readonly LabelledScorer[]): void {
  const labels = scorers.map(({ label }) => label);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice === undefined) return;
  throw new SqlassayError('E_LABEL_TAKEN', {
    what: `Two scorers are labelled "${twice}"`,
    advice: 'Give one of them another label with `as:`, or another `name` in code.',
  });
}
