import { expect, it } from 'vitest';
import { embeddable, freshName } from './embed-query.js';

it('takes names that a text does not mention, in any case', () => {
  expect(freshName('sqlassay', 'select 1')).toBe('sqlassay');
  expect(freshName('sqlassay', 'select * from SQLAssay_g, sqlassay1')).toBe('sqlassay2');
});

it('cuts a comment that is never closed, and keeps one that ends', () => {
  expect(embeddable('select 1 /* more', 'sqlite')).toBe('select 1');
  expect(embeddable('select 1 /* more */ ;', 'sqlite')).toBe('select 1 /* more */');
  expect(embeddable("select '/* text' -- done", 'sqlite')).toBe("select '/* text' -- done");
});
