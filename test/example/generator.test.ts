import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../examples/nectar-road/generate.js';

const folder = new URL('../../examples/nectar-road/', import.meta.url);

describe('the generator of the example business', () => {
  it('writes the committed scripts again, byte for byte', () => {
    for (const [path, text] of generatedFiles()) {
      const committed = readFileSync(new URL(path, folder));
      expect(Buffer.from(text, 'utf8').equals(committed), path).toBe(true);
    }
  });

  it('writes other rows from another seed', () => {
    const [first, other] = [generatedFiles(1), generatedFiles(2)];
    for (const path of first.keys()) expect(first.get(path)).not.toBe(other.get(path));
  });

  it('stays small enough for a quick load', () => {
    const bytes = [...generatedFiles().values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(400_000);
  });
});
