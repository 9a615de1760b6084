import type { FuzzReport } from './fuzz.js';

/** Executions in which each rule should take part, in a million. */
const wanted = 1000;

export function printReport(report: FuzzReport, rules: readonly string[], seconds: number): string {
  const { judged, proven, executions, failed, byRule } = report;
  const counts = rules
    .map((rule) => [byRule.get(rule) ?? 0, rule] as const)
    .sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  const rare = executions >= 1_000_000 ? counts.filter(([count]) => count < wanted) : [];
  return [
    `${judged} pairs judged, ${proven} proven`,
    `${executions} executions of proven pairs in ${seconds.toFixed(0)} s, ${Math.round(executions / seconds)} a second; ${failed} more failed`,
    'Executions by rule that took part:',
    ...counts.map(([count, rule]) => `${String(count).padStart(9)}  ${rule}`),
    ...(rare.length === 0
      ? []
      : [`Fewer than ${wanted}: ${rare.map(([count, rule]) => `${rule} (${count})`).join(', ')}`]),
    ...(report.difference === null ? ['No difference was found.'] : [printDifference(report.difference)]),
    '',
  ].join('\n');
}

/** All that is needed to see a difference again. */
export function printDifference(found: NonNullable<FuzzReport['difference']>): string {
  const { pair, dialect, ddl, inserts, candidateInserts, trace, uses, gold, candidate, seed, round } = found;
  const moved = candidateInserts.join() !== inserts.join();
  const script = (statements: readonly string[]): readonly string[] => statements.map((one) => `  ${one};`);
  return [
    `DIFFERENCE in ${dialect}, a pair made from ${pair.origin} (--seed ${seed} --round ${round}):`,
    ...script([...ddl, ...inserts]),
    ...(moved ? ['the rows as they were stored for the candidate:', ...script(candidateInserts)] : []),
    'gold:',
    `  ${pair.gold}`,
    ...gold.map((row) => `    ${row}`),
    'candidate:',
    `  ${pair.candidate}`,
    ...candidate.map((row) => `    ${row}`),
    `rules: ${trace.join(', ')}`,
    `constraints: ${uses.join(', ') || 'none'}`,
  ].join('\n');
}
