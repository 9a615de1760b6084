import { DuckDBInstance } from '@duckdb/node-api';
import type { ScratchEngine } from '../embedded/child/engine.js';
import type { EngineOptions } from '../embedded/protocol.js';
import { duckdbEngine, sandboxSettings } from './duckdb-engine.js';
import { duckdbFailure } from './duckdb-failure.js';

/** Scratch databases are attached in memory to one instance: an instance takes 15 ms to make, an attachment none. */
export async function duckdbScratch(options: EngineOptions): Promise<ScratchEngine> {
  const instance = await DuckDBInstance.create(':memory:', sandboxSettings(options.memoryBytes));
  let made = 0;
  return {
    async make(setup) {
      const name = `scratch_${++made}`;
      const connection = await instance.connect();
      try {
        await connection.run("SET GLOBAL TimeZone='UTC'");
        await connection.run(`ATTACH ':memory:' AS ${name}`);
        await connection.run(`USE ${name}`);
        for (const statement of setup) await connection.run(statement);
      } catch (error) {
        return duckdbFailure(error, []).message;
      } finally {
        connection.closeSync();
      }
      const engine = duckdbEngine(instance, [], { use: name, referenceDate: options.referenceDate });
      return {
        ...engine,
        async close() {
          const closing = await instance.connect();
          await closing.run(`DETACH ${name}`);
          closing.closeSync();
        },
      };
    },
    async close() {
      instance.closeSync();
    },
  };
}
