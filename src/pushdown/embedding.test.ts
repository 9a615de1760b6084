import { expect, it } from 'vitest';
import { embedded } from './embedding.js';

it('names columns by their places and closes the query on a line of its own', () => {
  const columns = [{ name: 'select', engineType: '', kind: 'mixed' }] as const;
  expect(embedded('x', { sql: 'select 1 ; -- done;\n;', columns }, 'sqlite')).toBe(
    'x(c0) as (\nselect 1 ; -- done\n)',
  );
});
