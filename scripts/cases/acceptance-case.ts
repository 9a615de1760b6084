import { readFileSync } from 'node:fs';

export type Settings = Readonly<Record<string, unknown>>;

/** One acceptance case: two queries on a small database, and what a scorer must say of them. */
export interface AcceptanceCase {
  readonly id: string;
  readonly kind: string;
  readonly dialect: string;
  readonly schema_sql?: string | null;
  /** Several are alternatives; any of them may be matched. */
  readonly gold_sql?: string | readonly string[] | null;
  readonly candidate_sql?: string | null;
  readonly question?: string | null;
  readonly extra?: {
    readonly scorer?: string;
    readonly options?: Settings | null;
    readonly raw_output?: string;
    readonly after_sql?: string;
    readonly after_want?: unknown;
    readonly expectations?: readonly unknown[];
    /** The same tables with other rows, on which the two queries differ. */
    readonly second_instance_sql?: string;
  } | null;
  readonly expected: {
    readonly verdict?: string;
    readonly accept?: string | readonly string[];
    readonly by_option?: Readonly<Record<string, string | readonly string[]>>;
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

export function scorerNameOf({ extra }: AcceptanceCase): string {
  return extra?.scorer ?? 'execution_accuracy';
}
