import { z } from 'zod';
import { WitnessSearch } from '../equivalence/index.js';
import type { Scorer, ScorerFactory } from '../types/index.js';
import { Corroborate } from './cascades/corroborate.js';
import { FirstDecisive } from './cascades/first-decisive.js';
import { readOptions } from './read-options.js';
import { ResultSetEquivalence } from './result-set-equivalence.js';
import { SemanticEquivalence } from './semantic-equivalence.js';

const seconds = z.number().positive().max(600).default(5);

const observed = z.strictObject({
  /** Seconds for the proof of one pair of queries. */
  max_seconds: seconds,
});

const witnessed = z.strictObject({
  /** Seconds for the proof of one pair of queries, and again for the search for a counterexample. */
  max_seconds: seconds,
  /** Small databases that are tried on one pair at most. */
  max_databases: z.number().int().min(1).max(100_000).optional(),
  /** Which counterexamples fail a case; others make a pass fragile. Default: what the suite's settings say. */
  fail_on: z.array(z.enum(['real-rows', 'real-values', 'synthetic'])).optional(),
});

export type ObservedEquivalenceOptions = z.input<typeof observed>;
export type WitnessedEquivalenceOptions = z.input<typeof witnessed>;

/** A proof where there is one, else the result sets compared inside the database. */
export function observedEquivalence(given: ObservedEquivalenceOptions = {}): Scorer {
  const { max_seconds } = readOptions('observed_equivalence', observed, given);
  return new FirstDecisive(
    [new SemanticEquivalence({ maxSeconds: max_seconds }), new ResultSetEquivalence()],
    'observed_equivalence',
  );
}

/** `observedEquivalence()`, and for what passes unproven a search for a database on which the queries differ. */
export function witnessedEquivalence(given: WitnessedEquivalenceOptions = {}): Scorer {
  const { max_seconds, max_databases, fail_on } = readOptions('witnessed_equivalence', witnessed, given);
  const search =
    max_databases === undefined ? {} : { databases: max_databases, mostDatabases: max_databases };
  return new Corroborate(observedEquivalence({ max_seconds }), new WitnessSearch(search), {
    name: 'witnessed_equivalence',
    maxSeconds: max_seconds,
    ...(fail_on === undefined ? {} : { failOn: fail_on }),
  });
}

export const observedEquivalenceFactory: ScorerFactory<z.infer<typeof observed>> = {
  interfaceVersion: 1,
  description: 'Proven equal to the gold query, else the same rows, compared inside the database',
  needs: 'columns',
  options: observed,
  create: observedEquivalence,
};

export const witnessedEquivalenceFactory: ScorerFactory<z.infer<typeof witnessed>> = {
  interfaceVersion: 1,
  description:
    'As observed_equivalence; what is not proven is also tried on small databases made to tell the queries apart',
  needs: 'columns',
  options: witnessed,
  create: witnessedEquivalence,
};
