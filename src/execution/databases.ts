import type { Platforms } from '../platforms/index.js';
import type { DatasourceInfo, Suite } from '../types/index.js';
import type { CaseDatasource } from './case-datasource.js';
import { createDatabase, type Database, type Slot } from './database.js';

/** The databases a run has used so far, each opened at its first use. */
export interface Databases {
  get(source: CaseDatasource): Promise<Database>;
  /** What is known of every database that was used. */
  describe(signal: AbortSignal): Promise<readonly DatasourceInfo[]>;
}

export function createDatabases(suite: Suite, platforms: Platforms, session: Slot): Databases {
  const used = new Map<string, Promise<Database>>();
  return {
    get(source) {
      const known = used.get(source.label);
      if (known !== undefined) return known;
      const opening = platforms
        .get(source.name, source.dbId)
        .then((platform) => createDatabase(source.label, platform, suite.settings.limits, session));
      used.set(source.label, opening);
      return opening;
    },
    async describe(signal) {
      const settled = await Promise.allSettled(
        [...used.values()].map(async (opening) => infoOf(await opening, signal)),
      );
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
  };
}

async function infoOf(database: Database, signal: AbortSignal): Promise<DatasourceInfo> {
  const { name, platform } = database;
  const [info, fingerprint] = await Promise.all([platform.info(signal), database.fingerprint()]);
  return { name, dialect: platform.dialect, ...info, fingerprint };
}
