/**
 * Does work on items, some at the same time, and gives the results in the items' order. Items are read no further ahead
 * than a few times the parallel work, so that a long list is never all in memory.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  parallel: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = [];
  const running = new Set<Promise<unknown>>();
  for await (const item of items) {
    while (running.size >= parallel) await Promise.race(running);
    const result = work(item);
    const settled: Promise<unknown> = result.catch(() => {}).then(() => running.delete(settled));
    running.add(settled);
    waiting.push(result);
    // One slow item holds back only so many results of others.
    if (waiting.length >= parallel * 16) yield await waiting.shift()!;
  }
  for (const result of waiting) yield await result;
}
