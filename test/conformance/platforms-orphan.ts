import { childPool } from '../../src/platforms/embedded/child-pool.js';
import { openPlatform } from '../../src/platforms/index.js';
import { fileSubjects, limits } from './platform-subjects.js';

/** Run by the test as a program of its own: starts an endless query, says which children it has, and waits. */
const [name, folder] = process.argv.slice(2);
const subject = fileSubjects.find((one) => one.name === name);
if (subject === undefined || folder === undefined) throw new Error(`no subject ${name}`);
const config = await subject.makeFile(folder, 'orphan', 'create table t (a integer);');
const platform = openPlatform(config, subject.settings);
const session = await platform.open();
await session.execute('select 1', limits());
void session.execute(
  'with recursive r(i) as (select 1 union all select i + 1 from r) select count(*) from r',
  limits({ timeoutMs: null }),
);
setTimeout(() => console.log(JSON.stringify(childPool.pids())), 200);
