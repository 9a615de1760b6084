import { describe, expect, it } from 'vitest';
import { project, sqlassay } from './command-line.js';
import { shop } from './projects.js';

describe('sqlassay doctor', () => {
  it('says which engine answers, that it is read-only and what is kept out', async () => {
    const { code, stdout, stderr } = await sqlassay(project(shop), ['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^sqlassay \S+ · Node\.js v\d+\.\d+\.\d+ · /);
    expect(stdout).toMatch(/\nshop \(sqlite\): sqlite \(.+\) \d+\.\d+\.\d+.*, read-only\n {2}kept out: /);
  });

  it('says the same as JSON', async () => {
    const { stdout } = await sqlassay(project(shop), ['doctor', '--json']);
    const { schemaVersion, datasources } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    expect(datasources).toMatchObject([
      { datasource: 'shop', dbId: null, kind: 'sqlite', usable: true, examination: { readOnly: true } },
    ]);
  });

  it('ends with 3 and names the datasource that cannot be used, without a secret', async () => {
    const secret = 'sesame-7391';
    const suite = shop['evals.yaml'].replace(
      'solver:',
      `  away: { kind: postgres, url: "\${env:AWAY_URL}" }\n  unset: { kind: mysql, url: "\${env:NOT_SET_ANYWHERE}" }\nsolver:`,
    );
    const folder = project({
      ...shop,
      'evals.yaml': suite,
      'cases.yaml': shop['cases.yaml'].replaceAll('  question:', '  datasources: [shop]\n  question:'),
    });
    const url = `postgres://reader:${secret}@127.0.0.1:1/shop`;
    const { code, stdout, stderr } = await sqlassay(folder, ['doctor'], { AWAY_URL: url });
    expect(code).toBe(3);
    expect(stdout).toMatch(/\naway \(postgres\): cannot be used\n {2}E_\w+: /);
    expect(stdout).toMatch(/\nunset \(mysql\): cannot be used\n {2}E_\w+: .*NOT_SET_ANYWHERE/);
    expect(`${stdout}${stderr}`).not.toContain(secret);
  });
});
