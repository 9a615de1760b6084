import { expect, test } from 'vitest';
import type { ScoreLike, Scorer } from '../../types/index.js';
import { bareContext, caseRunOf } from '../case-run.fixture.js';
import { failed, inconclusive, passed } from '../score.js';
import { FirstDecisive } from './first-decisive.js';

function member(name: string, score: ScoreLike | (() => ScoreLike), parts: Partial<Scorer> = {}): Scorer {
  return { name, score: () => (typeof score === 'function' ? score() : score), ...parts };
}
const judge = (...members: Scorer[]) => new FirstDecisive(members).score(caseRunOf(), bareContext);
const broken = member('broken', () => {
  throw new Error('out of ideas');
});

test('the first decision wins, bears the member’s name, and later members are not called', async () => {
  const later = member('later', () => {
    throw new Error('was called');
  });
  const score = await judge(
    member('unsure', inconclusive('unsure', '?')),
    member('sure', failed('sure', 'no')),
    later,
  );
  expect(score).toMatchObject({ scorer: 'sure', verdict: 'fail', reason: 'no' });
  expect(score.detail.first_decisive).toEqual([
    { scorer: 'unsure', passed: false, verdict: 'inconclusive', basis: null },
    { scorer: 'sure', passed: false, verdict: 'fail', basis: 'observed' },
  ]);
});

test('a member that does not apply is recorded and skipped', async () => {
  const score = await judge(
    member('elsewhere', passed('elsewhere'), { appliesTo: () => false }),
    member('here', passed('here')),
  );
  expect(score).toMatchObject({ scorer: 'here', verdict: 'pass' });
  expect(score.detail.first_decisive).toMatchObject([{ verdict: 'not_applicable' }, { verdict: 'pass' }]);
});

test('when none applies, nor does the cascade', async () => {
  const cascade = new FirstDecisive([member('elsewhere', passed('elsewhere'), { appliesTo: () => false })]);
  expect(cascade.appliesTo(caseRunOf())).toBe(false);
  expect(await cascade.score(caseRunOf(), bareContext)).toMatchObject({ verdict: 'not_applicable' });
});

test('when nobody decides, the last inconclusive result stands', async () => {
  const score = await judge(member('a', inconclusive('a', 'first')), member('b', inconclusive('b', 'last')));
  expect(score).toMatchObject({ scorer: 'b', verdict: 'inconclusive', reason: 'last' });
});

test('a member that breaks counts as inconclusive and its error is kept in the trail', async () => {
  expect((await judge(broken, member('sure', passed('sure')))).detail.first_decisive).toMatchObject([
    { scorer: 'broken', verdict: 'inconclusive', error: 'out of ideas' },
    { scorer: 'sure', verdict: 'pass' },
  ]);
  expect(await judge(broken)).toMatchObject({ verdict: 'inconclusive', passed: false, basis: null });
});

test('a nested trail stays inside its entry', async () => {
  const inner = new FirstDecisive([broken, member('deep', passed('deep'))], 'inner');
  const score = await judge(inner);
  expect(score).toMatchObject({ scorer: 'deep', verdict: 'pass' });
  expect(score.detail.first_decisive).toEqual([
    {
      scorer: 'deep',
      passed: true,
      verdict: 'pass',
      basis: 'observed',
      first_decisive: [
        expect.objectContaining({ scorer: 'broken' }),
        expect.objectContaining({ scorer: 'deep' }),
      ],
    },
  ]);
});

test('its modes and needs are its members’', () => {
  const cascade = new FirstDecisive([
    member('reads', passed('reads'), { needs: 'nothing', modes: new Set(['full']) }),
    member('sees', passed('sees'), { needs: 'columns', modes: new Set(['plans']) }),
  ]);
  expect([...cascade.modes].sort()).toEqual(['full', 'plans']);
  expect(cascade.needs).toBe('columns');
});

test('a cascade without members is an error at once', () => {
  expect(() => new FirstDecisive([])).toThrow(expect.objectContaining({ code: 'E_CASCADE_EMPTY' }));
});
