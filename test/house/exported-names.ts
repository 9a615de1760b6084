import ts from 'typescript';

export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The names each declaration file exports, by its path; a name that is both a value and a type is a value. */
export function exportedNames(files: readonly string[]): ReadonlyMap<string, ExportedNames> {
  const program = ts.createProgram([...files], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return new Map(files.map((file) => [file, namesOf(program.getSourceFile(file), checker)]));
}

function namesOf(source: ts.SourceFile | undefined, checker: ts.TypeChecker): ExportedNames {
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined)
    throw new Error('The build has no such declaration file; run `npm run build` first');
  const values: string[] = [];
  const types: string[] = [];
  for (const symbol of checker.getExportsOfModule(module)) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    (target.flags & ts.SymbolFlags.Value ? values : types).push(symbol.name);
  }
  return { values: values.sort(), types: types.sort() };
}
