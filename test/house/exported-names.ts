import ts from 'typescript';

export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The names in the `export { ... }` lists of a bundled declaration file, each list sorted. */
export function exportedNames(fileName: string, text: string): ExportedNames {
  const values: string[] = [];
  const types: string[] = [];
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const clause = statement.exportClause;
    if (clause === undefined || !ts.isNamedExports(clause))
      throw new Error(`${fileName} exports with a star, so its surface cannot be read`);
    for (const element of clause.elements)
      (statement.isTypeOnly || element.isTypeOnly ? types : values).push(element.name.text);
  }
  return { values: values.sort(), types: types.sort() };
}
