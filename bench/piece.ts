import { closeParser } from '../src/sql/index.js';
import { byValue30, compareMillion } from './compare.js';
import { memory } from './memory.js';
import { overhead } from './overhead.js';
import { pushdownRatios } from './pushdown.js';
import { startup } from './startup.js';
import { wallOverQueryTime } from './wall.js';

/** Each piece is measured in a process of its own. */
const pieces: Readonly<Record<string, (cli: string) => unknown>> = {
  startup,
  overhead,
  memory,
  compare: compareMillion,
  by_value: byValue30,
  wall: wallOverQueryTime,
  pushdown: pushdownRatios,
};

const [name, cli] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await pieces[name!]!(cli!)));
await closeParser();
