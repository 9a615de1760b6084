import { expect, test } from 'vitest';
import { createSuite } from '../suite/index.js';
import { hideSecrets } from './hide-secrets.js';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: suites write variables so
const suite = createSuite({
  datasources: { main: { kind: 'postgres', url: '${env:SHOP}' } },
  solver: { kind: 'http', headers: { authorization: 'Bearer ${env:ENGINE_PASS}' } },
  cases: [],
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: suites write variables so
test('what the suite refers to, and what is named like a key, is hidden wherever it stands', () => {
  const hide = hideSecrets(suite, {
    SHOP: 'postgres://reader:pass-of-reader-1@db.example/shop',
    ENGINE_PASS: 'engine-pass-0123456789',
    OTHER_API_KEY: 'sk-0123456789abcdef',
    PATH: '/usr/bin:/usr/local/bin2',
    ACCESS_TOKEN: 'customer_orders',
  });
  expect(
    hide({
      a: ['key engine-pass-0123456789.', { b: 'sk-0123456789abcdef' }],
      'c pass-of-reader-1': 7n,
      d: new Uint8Array([1]),
      e: 'SELECT * FROM customer_orders',
      f: '/usr/bin:/usr/local/bin2',
    }),
  ).toEqual({
    a: ['key ***.', { b: '***' }],
    'c ***': 7n,
    d: new Uint8Array([1]),
    e: 'SELECT * FROM customer_orders',
    f: '/usr/bin:/usr/local/bin2',
  });
});
