import { describe, expect, it } from 'vitest';
import { duckdbFailure } from './duckdb-failure.js';

describe('a failure of DuckDB', () => {
  it.each([
    ['Parser Error: syntax error at or near "x"', 'syntax'],
    ['Catalog Error: Table with name x does not exist!', 'unknown_name'],
    ['Out of Memory Error: failed to allocate data', 'memory'],
    ['Conversion Error: Could not convert string', 'type'],
  ])('%s is %s', (message, code) => {
    expect(duckdbFailure(new Error(message), [])).toMatchObject({ code, fault: 'query' });
  });

  it('for want of address space may be an earlier query’s doing, so the process is not used again', () => {
    for (const message of ['std::bad_alloc', 'Unknown Error: std::bad_alloc'])
      expect(duckdbFailure(new Error(message), [])).toMatchObject({ code: 'memory', poisoned: true });
    expect(duckdbFailure(new Error('Out of Memory Error: x'), []).poisoned).toBeUndefined();
  });
});
