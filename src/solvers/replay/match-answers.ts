import { type Case, SqlassayError } from '../../types/index.js';
import type { RecordedAnswer } from './recorded-answer.js';

const shown = 10;

/** Finds the answer of a case run; an answer for the very role and pass goes before a general one. */
export type AnswerLookup = (caseId: string, role: string, pass: number) => RecordedAnswer | undefined;

/**
 * Checks that answers and case runs fit one to one.
 *
 * @throws E_REPLAY_IDS naming what is missing, what is there twice, and what belongs to no case run
 */
export function matchAnswers(
  file: string,
  answers: readonly RecordedAnswer[],
  cases: readonly Case[],
  passes: number,
): AnswerLookup {
  const byKey = new Map<string, RecordedAnswer>();
  const duplicates: string[] = [];
  for (const answer of answers) {
    const key = keyOf(answer.caseId, answer.role, answer.pass);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, answer);
    else duplicates.push(`${describe(answer)} (${first.where} and ${answer.where})`);
  }
  const find: AnswerLookup = (caseId, role, pass) =>
    byKey.get(keyOf(caseId, role, pass)) ??
    byKey.get(keyOf(caseId, role, undefined)) ??
    byKey.get(keyOf(caseId, undefined, pass)) ??
    byKey.get(keyOf(caseId, undefined, undefined));

  const roles = new Map(cases.map((item) => [item.id, Object.keys(item.expected ?? { default: 'allowed' })]));
  const missing = [...roles].flatMap(([id, names]) =>
    names.flatMap((role) =>
      Array.from({ length: passes }, (_, index) => index + 1)
        .filter((pass) => find(id, role, pass) === undefined)
        .map((pass) =>
          describe({ caseId: id, ...(names.length > 1 ? { role } : {}), ...(passes > 1 ? { pass } : {}) }),
        ),
    ),
  );
  const surplus = answers
    .filter(({ caseId, role }) => {
      const known = roles.get(caseId);
      return known === undefined || (role !== undefined && !known.includes(role));
    })
    .map((answer) => `${describe(answer)} (${answer.where})`);
  reject(file, { missing, duplicates, surplus });
  return find;
}

function reject(file: string, found: Record<'missing' | 'duplicates' | 'surplus', readonly string[]>): void {
  const parts = [
    part('no answer for', found.missing),
    part('more than one answer for', found.duplicates),
    part('answers that belong to no case of the suite:', found.surplus),
  ].filter((text) => text !== undefined);
  if (parts.length === 0) return;
  throw new SqlassayError('E_REPLAY_IDS', {
    what: `The recorded answers do not fit the cases: ${parts.join('; ')}`,
    where: file,
    advice:
      'Every case run needs exactly one recorded answer, matched by id (and role and pass where they are given).',
  });
}

function part(title: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return `${title} ${names.slice(0, shown).join(', ')}${more}`;
}

function keyOf(caseId: string, role: string | undefined, pass: number | undefined): string {
  return JSON.stringify([caseId, role ?? null, pass ?? null]);
}

function describe({ caseId, role, pass }: Pick<RecordedAnswer, 'caseId' | 'role' | 'pass'>): string {
  const parts = [
    ...(role === undefined ? [] : [`role ${role}`]),
    ...(pass === undefined ? [] : [`pass ${pass}`]),
  ];
  return parts.length === 0 ? caseId : `${caseId} (${parts.join(', ')})`;
}
