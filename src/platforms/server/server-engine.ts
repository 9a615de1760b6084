import type {
  Catalog,
  Column,
  ExecutionLimits,
  ExecutionSuccess,
  PlatformExamination,
  PlatformInfo,
  StoredQuery,
} from '../../types/index.js';
import type { QueryFailure } from '../embedded/protocol.js';

/** What a query on a server came to; the platform adds the seconds. */
export type ServerOutcome = Omit<ExecutionSuccess, 'latencySeconds'> | (QueryFailure & { sqlState?: string });

/** One connection to a server, used by one query at a time. The pool owns it. */
export interface ServerConnection {
  /** By what another connection names this one to cancel or end it. */
  readonly id: string;
  /** False once it broke; it then goes back to no pool. */
  readonly usable: boolean;
  /**
   * Runs one read-only statement under a time-out that the server keeps, reads no more rows than the caps allow, and
   * never rejects. What the server still does when its time is over is the platform's to cancel.
   */
  execute(sql: string, limits: Omit<ExecutionLimits, 'signal'>): Promise<ServerOutcome>;
  /** The columns of a query, without running it. */
  describe(sql: string, timeoutMs: number): Promise<readonly Column[] | QueryFailure>;
  /** Undoes whatever a statement changed in the session. Rejects when the connection is gone. */
  reset(): Promise<void>;
  /** A light question that a living connection answers. */
  ping(): Promise<void>;
  catalog(): Promise<Catalog>;
  storedQueries(): Promise<readonly StoredQuery[]>;
  info(): Promise<PlatformInfo>;
  examine(): Promise<PlatformExamination>;
  /** Says goodbye; never rejects. */
  close(): Promise<void>;
  /** Drops the socket at once. */
  destroy(): void;
}

/** An engine that is reached over the network: everything that differs from one server to the next. */
export interface ServerEngine {
  readonly kind: 'postgres' | 'mysql';
  /** True when queries on its connections see the reference date. */
  readonly pinnedClock: boolean;
  /**
   * Connects, checks what the user may do, and prepares the session.
   *
   * @throws SqlassayError E_DRIVER_MISSING, E_CONNECTION_REFUSED (the server cannot be reached, or the login was refused),
   * E_USER_PRIVILEGED (the user may write or is an administrator, and the suite does not allow it)
   */
  connect(signal?: AbortSignal): Promise<ServerConnection>;
  /** Stops what a connection is doing, over a connection of its own. */
  cancel(id: string): Promise<void>;
  /** Ends a connection on the server. */
  terminate(id: string): Promise<void>;
}

/** What an engine is made from; `url` has its variables filled in and is a secret. */
export interface ServerSettings {
  readonly url: string;
  readonly allowPrivileged: boolean;
  readonly referenceDate: string | null;
}
