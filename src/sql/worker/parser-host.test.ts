import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findEntry } from '../../entries/index.js';
import { ParserHost, type ParserLimits } from './parser-host.js';

const ordinary: ParserLimits = { timeoutMs: 10_000, maxGrowthBytes: 64 * 1024 * 1024, stackSizeMb: 64 };
const deep = `SELECT ${Array(500).fill("'a'").join('||')}`;
const large = `SELECT ${Array.from({ length: 9_000 }, (_, at) => `c${at}`).join(', ')} FROM t`;

let host: ParserHost;
afterEach(() => host.close());

const inspected = (sql: string, signal?: AbortSignal) => host.call('inspect', sql, 'sqlite', signal);

describe('a parser in a thread', () => {
  it('answers many calls with one thread', async () => {
    host = new ParserHost(ordinary);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => inspected(`SELECT ${at} FROM t`)),
    );
    expect(answers.every((one) => one.kind === 'answer' && one.answer.kind === 'query')).toBe(true);
    expect(host.statistics()).toMatchObject({ calls: 50, threadsStarted: 1 });
  });

  it('survives the deepest tree that the parser accepts', async () => {
    host = new ParserHost(ordinary);
    expect(await inspected(deep)).toMatchObject({ kind: 'answer', answer: { kind: 'query' } });
    const parsed = await host.call('parse', deep, 'sqlite');
    const query =
      parsed.kind === 'answer' && parsed.answer.kind === 'parsed' ? parsed.answer.statements[0] : null;
    expect(await host.call('print', query, 'sqlite')).toMatchObject({
      answer: { kind: 'printed', sql: deep.replaceAll('||', ' || ') },
    });
    expect(host.statistics().restarts).toEqual({ poisoned: 0, grown: 0, timedOut: 0, died: 0 });
  });

  it('starts a new thread when the module broke, gives the text up after two tries, and keeps the other calls', async () => {
    host = new ParserHost({ ...ordinary, stackSizeMb: 0.4 });
    const [before, broken, after] = await Promise.all([
      inspected('SELECT 1'),
      inspected(deep),
      inspected('SELECT 2'),
    ]);
    expect(before).toMatchObject({ kind: 'answer', answer: { kind: 'query' } });
    expect(broken).toMatchObject({ kind: 'gave_up' });
    expect(after).toMatchObject({ kind: 'answer', answer: { kind: 'query' } });
    const { poisoned, died } = host.statistics().restarts;
    expect(poisoned + died).toBe(2);
  });

  it('replaces a thread that has grown', async () => {
    host = new ParserHost({ ...ordinary, maxGrowthBytes: 1024 * 1024 });
    await inspected('SELECT 1');
    for (let at = 0; at < 2; at++) {
      expect(await inspected(`${large} WHERE a = ${at}`)).toMatchObject({
        kind: 'answer',
        answer: { kind: 'query' },
      });
    }
    expect(host.statistics().restarts.grown).toBeGreaterThan(0);
    expect(await inspected('SELECT 2')).toMatchObject({ kind: 'answer', answer: { kind: 'query' } });
  });

  it('gives up a call that overstays', async () => {
    host = new ParserHost({ ...ordinary, timeoutMs: 1 });
    expect(await inspected(large)).toEqual({
      kind: 'gave_up',
      reason: 'the parser took longer than 1 ms',
    });
    expect(host.statistics().restarts.timedOut).toBe(1);
  });

  it('rejects an aborted call with the signal’s reason, in the queue and at work', async () => {
    host = new ParserHost(ordinary);
    const controller = new AbortController();
    const [working, queued, other] = [
      inspected('SELECT 1', controller.signal),
      inspected('SELECT 2', controller.signal),
      inspected('SELECT 3'),
    ];
    const settled = Promise.allSettled([working, queued]);
    controller.abort(new Error('enough'));
    expect((await settled).map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
      'enough',
      'enough',
    ]);
    expect(await other).toMatchObject({ kind: 'answer' });
    await expect(inspected('SELECT 4', controller.signal)).rejects.toThrow('enough');
  });

  it('says so when its thread cannot be started, and goes on when it can', async () => {
    let path = 'no-such-file.mjs';
    host = new ParserHost(ordinary, () => ({ ...findEntry('parser-worker'), path: resolve(path) }));
    await expect(inspected('SELECT 1')).rejects.toMatchObject({ code: 'E_PARSER_UNAVAILABLE' });
    path = findEntry('parser-worker').path;
    expect(await inspected('SELECT 1')).toMatchObject({ kind: 'answer' });
  });

  it('passes on why its file cannot be found, and does not hang', async () => {
    host = new ParserHost(ordinary, () => {
      throw new Error('not here');
    });
    const both = await Promise.allSettled([inspected('SELECT 1'), inspected('SELECT 2')]);
    expect(both.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
      'not here',
      'not here',
    ]);
  });

  it('gives up what waits when it is closed, and starts again when it is called again', async () => {
    host = new ParserHost(ordinary);
    const waiting = [inspected('SELECT 1'), inspected('SELECT 2')];
    await host.close();
    expect(await Promise.all(waiting)).toEqual(
      Array(2).fill({ kind: 'gave_up', reason: 'the parser was closed' }),
    );
    expect(await inspected('SELECT 3')).toMatchObject({ kind: 'answer' });
  });
});
