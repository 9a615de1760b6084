import type { Readable } from 'node:stream';

/** Calls back with each line of a stream, and once when one is longer than allowed; nothing is read after that. */
export function readLines(
  stream: Readable,
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): void {
  let pieces: Buffer[] = [];
  let size = 0;
  let isTooLong = false;
  const take = (piece: Buffer): void => {
    pieces.push(piece);
    size += piece.length;
  };
  const finish = (): void => {
    const line = Buffer.concat(pieces).toString('utf8');
    pieces = [];
    size = 0;
    onLine(line);
  };
  stream.on('data', (chunk: Buffer) => {
    let start = 0;
    while (!isTooLong) {
      const end = chunk.indexOf(10, start);
      take(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (size > maxBytes) {
        isTooLong = true;
        pieces = [];
        onTooLong();
      } else if (end >= 0) {
        finish();
        start = end + 1;
        continue;
      }
      return;
    }
  });
  stream.on('end', () => {
    if (size > 0 && !isTooLong) finish();
  });
}
