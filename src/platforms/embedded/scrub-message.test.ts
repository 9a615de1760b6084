import { expect, test } from 'vitest';
import { scrubMessage } from './scrub-message.js';

test('the database is called by its file name, and nothing is said of its folder', () => {
  const message = 'IO Error: Cannot open "/home/ann/data/shop.db" (see /home/ann/data/shop.db.wal)';
  expect(scrubMessage(message, ['/home/ann/data/shop.db'])).toBe(
    'IO Error: Cannot open "shop.db" (see shop.db.wal)',
  );
});

test('a long message is cut', () => {
  expect(scrubMessage('x'.repeat(5000), []).length).toBe(2001);
});
