import { fileURLToPath } from 'node:url';
import { checkArrows } from './arrows.js';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const problems = checkArrows(root);
for (const { rule, where, what } of problems) console.error(`${where}: ${rule}: ${what}`);
console.log(
  problems.length === 0
    ? 'arrows: all imports follow architecture.deps.json'
    : `arrows: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
