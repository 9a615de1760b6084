import { statSync } from 'node:fs';
import { closeParser } from '../../src/sql/index.js';
import { readAcceptanceCases } from './acceptance-case.js';
import { judgeCase } from './judge-case.js';

const given = process.argv.slice(2).filter((one) => one !== '--data');
const [file, ...kinds] = given;
if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
  if (file !== undefined) process.stderr.write(`${file} is not a file\n`);
  process.stderr.write('usage: npm run cases -- [--data] FILE.jsonl [KIND ...]\n');
  process.exitCode = 2;
} else {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const skipped = new Map<string, number>();
  let unchecked = 0;
  for (const item of readAcceptanceCases(file)) {
    if (kinds.length > 0 && !kinds.includes(item.kind)) continue;
    const judgement = await judgeCase(item);
    if (judgement.kind === 'agrees') {
      tally.passed += 1;
      unchecked += judgement.unchecked.length;
      for (const what of judgement.unchecked) process.stdout.write(`  unchecked  ${item.id}: ${what}\n`);
    } else if (judgement.kind === 'skipped') {
      tally.skipped += 1;
      skipped.set(judgement.why, (skipped.get(judgement.why) ?? 0) + 1);
    } else {
      tally.failed += 1;
      for (const problem of judgement.problems) process.stdout.write(`DISAGREES    ${item.id}: ${problem}\n`);
    }
  }
  for (const [why, count] of skipped) process.stdout.write(`  skipped    ${count} for want of ${why}\n`);
  process.stdout.write(`${unchecked} checks in prose were not made\n`);
  process.stdout.write(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
  await closeParser();
}
