import { type RunSummary, SqlassayError } from '../../types/index.js';

/**
 * Runs that are the parts of one run: each part once, none missing, all finished, and all of the same suite, solver, options
 * and data.
 *
 * @throws SqlassayError E_MERGE
 */
export function requireMergeable(parts: readonly RunSummary[]): void {
  const [first] = parts;
  if (first === undefined) throw refused('there is no run to merge');
  for (const { info, end } of parts) {
    if (info.shard === null) throw refused(`${info.runId} is no part of a run: it was made without --shard`);
    if (end.kind === 'interrupted') throw refused(`${nameOf(info)} has not finished`);
  }
  const { of } = first.info.shard!;
  for (const part of parts.slice(1)) requireAlike(first, part);
  for (let index = 1; index <= of; index += 1) {
    const same = parts.filter(({ info }) => info.shard!.index === index);
    if (same.length === 0) throw refused(`part ${index} of ${of} is missing`);
    if (same.length > 1) throw refused(`part ${index} of ${of} is there ${same.length} times`);
  }
}

function requireAlike(first: RunSummary, other: RunSummary): void {
  const names = `${nameOf(first.info)} and ${nameOf(other.info)}`;
  if (first.info.shard!.of !== other.info.shard!.of) throw refused(`${names} are not of the same split`);
  for (const part of ['suite', 'mode', 'passes', 'solver'] as const) {
    if (first.info[part] !== other.info[part]) {
      throw refused(`${names} differ in ${part}: ${first.info[part]} and ${other.info[part]}`);
    }
  }
  const [before, now] = [first.info.identity, other.info.identity];
  const changed = Object.keys({ ...before, ...now }).filter(
    (part) => part !== 'shard' && before[part] !== now[part],
  );
  if (changed.length > 0) throw refused(`${names} differ in ${changed.join(', ')}`);
  for (const { name, fingerprint } of first.datasources) {
    const there = other.datasources.find((one) => one.name === name)?.fingerprint;
    if (there !== undefined && there.hash !== fingerprint.hash) {
      throw refused(`${names} saw different data in ${name}`);
    }
  }
}

function nameOf({ runId, shard }: RunSummary['info']): string {
  return shard === null ? runId : `part ${shard.index} of ${shard.of} (${runId})`;
}

export function refused(why: string): SqlassayError {
  return new SqlassayError('E_MERGE', {
    what: `The runs cannot be merged: ${why}`,
    advice: 'Give every part of one run, each once; one that has not finished goes on with --resume.',
  });
}
