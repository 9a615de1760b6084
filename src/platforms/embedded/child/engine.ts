import type { Catalog, Column, PlatformInfo, StoredQuery } from '../../../types/index.js';
import type { ExecuteReply, QueryFailure } from '../protocol.js';
import type { QueryControl } from './query-control.js';
import type { RowSink } from './row-sink.js';

/** An open database inside the child. Failures of queries are values; only bugs throw. */
export interface Engine {
  readonly info: PlatformInfo;
  execute(sql: string, sink: RowSink, control: QueryControl): Promise<ExecuteReply | QueryFailure>;
  describe(sql: string, control: QueryControl): Promise<readonly Column[] | QueryFailure>;
  /** Reads the catalogue by trusted queries of our own. */
  catalog(): Promise<Catalog>;
  /** Views and macros, likewise. */
  storedQueries(): Promise<readonly StoredQuery[]>;
  close(): Promise<void>;
}

/** Makes empty databases for scratch work. */
export interface ScratchEngine {
  /** An empty database on which `setup` was run; a string says which statement failed and why. */
  make(setup: readonly string[]): Promise<Engine | string>;
  close(): Promise<void>;
}
