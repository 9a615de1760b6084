/** Finds import cycles, each once, as the files along it; the last one imports the first. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const finished = new Set<string>();
  const path: string[] = [];
  const cycles: (readonly string[])[] = [];

  const visit = (file: string): void => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start !== -1) {
      cycles.push(path.slice(start));
      return;
    }
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
