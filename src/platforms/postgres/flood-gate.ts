import type { Duplex } from 'node:stream';
import type { Client } from 'pg';

/** Rows are counted as cells, which takes less than they take on the wire; so much more may come than is kept. */
const slack = 16_000_000;
/** Nearly the longest text that JavaScript can hold: a longer message would throw inside the driver. */
const most = 400_000_000;

/**
 * Watches what comes from the server while rows are awaited. A single value can be a gigabyte, and the driver would
 * take in all of it; when more comes than may be kept, the connection is dropped instead.
 */
export class FloodGate {
  readonly stream: Duplex;
  /** What came since it was opened last. */
  bytes = 0;
  flooded = false;
  #limit = Number.POSITIVE_INFINITY;

  constructor(client: Client, onFlood: () => void) {
    this.stream = (
      client as unknown as { readonly connection: { readonly stream: Duplex } }
    ).connection.stream;
    this.stream.prependListener('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (this.bytes <= this.#limit || this.flooded) return;
      this.flooded = true;
      onFlood();
    });
  }

  open(maxBytes: number): void {
    this.bytes = 0;
    this.#limit = Math.min(maxBytes + slack, most);
  }

  shut(): void {
    this.#limit = Number.POSITIVE_INFINITY;
  }
}
