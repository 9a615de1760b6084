import { readFileSync } from 'node:fs';

/** One acceptance case: two queries on a small database, and what a scorer must say of them. */
export interface AcceptanceCase {
  readonly id: string;
  readonly kind: string;
  readonly dialect: string;
  readonly schema_sql?: string | null;
  readonly gold_sql?: string | null;
  readonly candidate_sql?: string | null;
  readonly question?: string;
  readonly extra: {
    readonly scorer?: string;
    readonly options?: Readonly<Record<string, unknown>> | null;
    readonly raw_output?: string;
    readonly after_sql?: string;
    readonly after_want?: unknown;
  };
  readonly expected: {
    readonly accept?: readonly string[];
    readonly by_option?: Readonly<Record<string, string>>;
    readonly flags?: readonly string[];
    readonly [check: string]: unknown;
  };
}

export function readAcceptanceCases(file: string): readonly AcceptanceCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as AcceptanceCase);
}
