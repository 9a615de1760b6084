import type { SemanticVerdict } from '../../types/index.js';

type Unknown = Pick<Extract<SemanticVerdict, { equivalence: 'unknown' }>, 'code' | 'detail'>;

/** Above this share of hollow results, databases have hardly tried the queries. */
const mostHollow = 0.95;

/** What a search has seen so far. */
export class SearchCoverage {
  /** Databases on which both queries ran, and those of them whose results say nothing of the data. */
  tried = 0;
  hollow = 0;
  /** Databases on which a query failed. */
  failed = 0;
  /** Differences that came and went with the order of rows. */
  unstable = 0;
  /** Counterexamples that the target engine did not confirm. */
  notConfirmed = 0;

  get isVacuous(): boolean {
    return this.tried > 0 && this.hollow > this.tried * mostHollow;
  }

  /** The reason why nothing was found. */
  nothingFound(): Unknown {
    const seen = `${this.tried} databases tried, ${this.tried - this.hollow} with rows in a result`;
    const failures = this.failed === 0 ? '' : `, ${this.failed} more on which a query failed`;
    const coverage = `${seen}${failures}`;
    if (this.notConfirmed > 0)
      return { code: 'not-refuted', detail: `A difference was not seen on the target engine (${coverage}).` };
    if (this.unstable > 0)
      return { code: 'ties', detail: `The results differ only as rows of equal rank fall (${coverage}).` };
    return this.isVacuous || this.tried === 0
      ? { code: 'vacuous', detail: `Nearly all results were empty: ${coverage}.` }
      : { code: 'not-refuted', detail: `No difference: ${coverage}.` };
  }
}
