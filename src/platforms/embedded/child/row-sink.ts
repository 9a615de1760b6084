import type { Cell, Row, Truncation } from '../../../types/index.js';

const batchRows = 2048;
const batchBytes = 1 << 20;

/** Takes rows up to the caps and hands them on in batches. */
export class RowSink {
  truncated: Truncation | null = null;
  #batch: Row[] = [];
  #batchBytes = 0;
  #rows = 0;
  #bytes = 0;

  constructor(
    private readonly maxRows: number,
    private readonly maxBytes: number,
    private readonly deliver: (rows: readonly Row[]) => Promise<void>,
  ) {}

  /** `full` means a cap was reached and this row was not taken; `flush` means wait for `flush()` before going on. */
  push(row: Row): 'more' | 'flush' | 'full' {
    if (this.#rows >= this.maxRows) {
      this.truncated = 'rows';
      return 'full';
    }
    const bytes = rowBytes(row);
    if (this.#bytes + bytes > this.maxBytes) {
      this.truncated = 'bytes';
      return 'full';
    }
    this.#rows++;
    this.#bytes += bytes;
    this.#batchBytes += bytes;
    this.#batch.push(row);
    return this.#batch.length >= batchRows || this.#batchBytes >= batchBytes ? 'flush' : 'more';
  }

  async flush(): Promise<void> {
    await this.deliver(this.rest());
  }

  /** The rows that were taken and not handed on yet, which go with the reply. */
  rest(): readonly Row[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    return batch;
  }
}

function rowBytes(row: Row): number {
  let sum = 0;
  for (const cell of row) sum += cellBytes(cell);
  return sum;
}

/** About what a cell takes: the length of text, the bytes of blobs, eight for numbers. */
function cellBytes(cell: Cell): number {
  if (typeof cell === 'string') return cell.length;
  if (cell === null || typeof cell === 'boolean') return 1;
  if (typeof cell === 'number') return 8;
  switch (cell.k) {
    case 'text':
      return cell.v.length + cell.raw.length;
    case 'blob':
      return cell.v.length;
    case 'json':
    case 'uuid':
    case 'bits':
    case 'enum':
    case 'other':
      return cell.v.length;
    case 'list':
      return 8 + rowBytes(cell.v);
    case 'struct':
      return cell.v.reduce((sum, [name, value]) => sum + name.length + cellBytes(value), 8);
    case 'map':
      return cell.v.reduce((sum, [key, value]) => sum + cellBytes(key) + cellBytes(value), 8);
    default:
      return 16;
  }
}
