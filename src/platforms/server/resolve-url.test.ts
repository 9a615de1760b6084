import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveUrl } from './resolve-url.js';
import { scrubError, scrubSecrets } from './scrub-secrets.js';

describe('resolveUrl', () => {
  test('fills in variables of the environment', () => {
    const environment = { HOST: 'db.example.com', PASSWORD: 'p%40ss' };
    const { url } = resolveUrl(
      'postgres',
      `postgres://a:\${env:PASSWORD}@\${env:HOST}/shop`,
      'shop',
      environment,
    );
    expect(url).toBe('postgres://a:p%40ss@db.example.com/shop');
  });

  test.each([{}, { SHOP_URL: '' }])('says which variable is missing: %o', (environment) => {
    expect(() => resolveUrl('mysql', `\${env:SHOP_URL}`, 'datasources.shop', environment)).toThrow(
      expect.objectContaining({
        code: 'E_ENVIRONMENT_MISSING',
        where: 'datasources.shop',
        what: expect.stringContaining('SHOP_URL'),
      }),
    );
  });

  test.each(['postgres', 'mysql'] as const)('takes every spelling of %s, and no other kind', (kind) => {
    const own = { postgres: ['postgres', 'postgresql'], mysql: ['mysql', 'mariadb'] }[kind];
    for (const scheme of ['postgres', 'postgresql', 'mysql', 'mariadb', 'http']) {
      const resolve = () => resolveUrl(kind, `${scheme}://a:s3cret@h/d`, 'shop', {});
      if (own.includes(scheme)) expect(resolve().url).toBe(`${scheme}://a:s3cret@h/d`);
      else expect(resolve).toThrow(expect.objectContaining({ code: 'E_URL_INVALID' }));
    }
  });

  test('an address that is none is not repeated', () => {
    const secret = 'not an address, but s3cret';
    try {
      resolveUrl('postgres', `\${env:URL}`, 'shop', { URL: secret });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toContain('not the address');
      expect(JSON.stringify(error) + String(error)).not.toContain('s3cret');
    }
  });
});

describe('what leaves a server platform', () => {
  const { secrets } = resolveUrl(
    'postgres',
    `postgres://reader:\${env:PASSWORD}@h:5432/shop?sslpassword=key-pass`,
    'shop',
    { PASSWORD: 'p%40ss%2Fword' },
  );

  test.each([
    ['the whole url', 'cannot open postgres://reader:p%40ss%2Fword@h:5432/shop?sslpassword=key-pass'],
    ['the password as written', 'bad password p%40ss%2Fword.'],
    ['the password itself', 'bad password "p@ss/word"'],
    ['user and password', 'login reader:p@ss/word failed'],
    ['a password among the parameters', 'key key-pass is wrong'],
  ])('has not %s', (_what, message) => {
    const scrubbed = scrubSecrets(message, secrets);
    expect(scrubbed).toContain('***');
    for (const secret of ['p%40ss', 'p@ss', 'key-pass']) expect(scrubbed).not.toContain(secret);
    const error = scrubError(new Error(message, { cause: message }), 'shop', secrets);
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(
      /p@ss|p%40ss|key-pass/,
    );
  });

  test('has no password, wherever it stands', () => {
    const password = fc
      .string({ minLength: 4, maxLength: 20 })
      .filter((text) => text.trim() === text && !'***'.includes(text));
    fc.assert(
      fc.property(password, fc.string(), fc.string(), (secret, before, after) => {
        const url = `mysql://reader:${encodeURIComponent(secret)}@h/d`;
        if (!URL.canParse(url)) return;
        const resolved = resolveUrl('mysql', url, 'shop', {});
        expect(scrubSecrets(`${before} ${secret} ${after}`, resolved.secrets)).not.toContain(` ${secret} `);
      }),
    );
  });

  test('a short password is taken out where it stands alone, and leaves words whole', () => {
    const short = resolveUrl('postgres', 'postgres://a:pw@h/d', 'shop', {}).secrets;
    expect(scrubSecrets('the pw "pw" and pwd', short)).toBe('the *** "***" and pwd');
  });
});
