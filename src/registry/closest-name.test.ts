import { expect, it } from 'vitest';
import { closestName } from './closest-name.js';

it('finds the name that was meant, or none', () => {
  const known = ['question', 'datasources', 'order_matters', 'sql'];
  expect(closestName('qestion', known)).toBe('question');
  expect(closestName('Datasource', known)).toBe('datasources');
  expect(closestName('order-matters', known)).toBe('order_matters');
  expect(closestName('SQL', known)).toBe('sql');
  expect(closestName('budget', known)).toBeUndefined();
  expect(closestName('x', [])).toBeUndefined();
});
