import { createPlatforms, type SqliteDriverName } from '../platforms/index.js';
import { type PlatformExamination, SqlassayError, type Suite } from '../types/index.js';

export interface DiagnoseOptions {
  readonly signal?: AbortSignal;
  readonly sqliteDriver?: 'auto' | SqliteDriverName;
}

/** One database of a suite: what its connection may do, or why it cannot be used. */
export type DatasourceDiagnosis = {
  readonly datasource: string;
  /** Which database of a datasource that holds many. */
  readonly dbId: string | null;
  readonly kind: string;
} & (
  | { readonly usable: true; readonly examination: PlatformExamination }
  | { readonly usable: false; readonly error: { readonly code: string | null; readonly message: string } }
);

/**
 * Connects to every datasource of a suite and asks what model SQL could do there. Of a datasource whose path has
 * `{db_id}`, the databases that the suite's cases name are looked at.
 */
export async function diagnoseSuite(
  suite: Suite,
  { signal, sqliteDriver = 'auto' }: DiagnoseOptions = {},
): Promise<readonly DatasourceDiagnosis[]> {
  const { limits, concurrency, referenceDate } = suite.settings;
  const { datasources } = suite;
  const platforms = createPlatforms({ datasources, limits, concurrency, referenceDate, sqliteDriver });
  const diagnoses: DatasourceDiagnosis[] = [];
  try {
    for (const { datasource, dbId } of databasesOf(suite)) {
      if (signal?.aborted) break;
      const named = { datasource, dbId, kind: datasources[datasource]!.kind };
      try {
        const platform = await platforms.get(datasource, dbId ?? undefined);
        diagnoses.push({ ...named, usable: true, examination: await platform.examine(signal) });
      } catch (error) {
        diagnoses.push({ ...named, usable: false, error: described(error) });
      }
    }
    return diagnoses;
  } finally {
    await platforms.close();
  }
}

interface DatabaseName {
  readonly datasource: string;
  readonly dbId: string | null;
}

function databasesOf(suite: Suite): readonly DatabaseName[] {
  return Object.entries(suite.datasources).flatMap(([datasource, config]): readonly DatabaseName[] => {
    if (!('path' in config) || !config.path.includes('{db_id}')) return [{ datasource, dbId: null }];
    const named = suite.cases.filter(
      ({ datasources = Object.keys(suite.datasources).slice(0, 1) }) => datasources[0] === datasource,
    );
    const ids = new Set(named.flatMap(({ dbId }) => dbId ?? []));
    return [...ids].sort().map((dbId) => ({ datasource, dbId }));
  });
}

function described(error: unknown): { readonly code: string | null; readonly message: string } {
  if (SqlassayError.is(error)) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}
