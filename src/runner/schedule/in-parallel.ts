/** Works through items with a bounded number at a time; starts no new one once the signal is aborted or a task threw. */
export async function inParallel<T>(
  items: readonly T[],
  parallel: number,
  signal: AbortSignal,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !signal.aborted && !failed) {
      const item = items[next] as T;
      next += 1;
      try {
        await task(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.max(1, Math.min(parallel, items.length)) }, work);
  const settled = await Promise.allSettled(workers);
  const broken = settled.find((one) => one.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}
