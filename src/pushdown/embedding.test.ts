import { expect, it } from 'vitest';
import { embedded, freshPrefix } from './embedding.js';

it('takes names that neither query mentions, in any case', () => {
  expect(freshPrefix('select 1')).toBe('sqlassay');
  expect(freshPrefix('select * from SQLAssay_g, sqlassay1')).toBe('sqlassay2');
});

it('names columns by their places and closes the query on a line of its own', () => {
  const columns = [{ name: 'select', engineType: '', kind: 'mixed' }] as const;
  expect(embedded('x', { sql: 'select 1 ; -- done;\n;', columns })).toBe('x(c0) as (\nselect 1 ; -- done\n)');
});
