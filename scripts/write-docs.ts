import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedDocs } from './generated-docs.js';

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, text] of Object.entries(generatedDocs())) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale.push(path);
  if (!check) writeFileSync(file, text);
}
if (check && stale.length > 0) {
  console.error(`docs: not current: ${stale.join(', ')}. Run \`npm run docs\` and commit the result.`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? 'docs: current' : `docs: wrote ${stale.join(', ')}`);
}
