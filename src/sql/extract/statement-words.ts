/** Words that open a statement that writes or changes something, in lower case. */
export const writeWords: ReadonlySet<string> = new Set(
  `insert update delete merge replace upsert create drop alter truncate rename comment grant revoke deny copy load import
  export put get remove attach detach install uninstall vacuum analyze optimize reindex cluster refresh checkpoint begin
  start commit rollback savepoint release abort end set reset use call exec execute do prepare deallocate declare lock
  unlock pragma kill shutdown backup restore bulk listen notify unlisten discard handler flush purge system force cache
  uncache undrop exchange move msck repair`.split(/\s+/),
);

/** Words that open a query or a statement that only shows something, in lower case. */
export const readWords: ReadonlySet<string> = new Set(
  `select with values from table pivot unpivot pivot_wider pivot_longer show describe desc summarize explain`.split(
    /\s+/,
  ),
);

/** `WITH name AS (`, at the start of a text: what tells a query from the English word. */
export const commonTableExpression =
  /^with\s+(?:recursive\s+)?(?:function\b|(?:[\w$]+|"[^"]*"|`[^`]*`|\[[^\]]*\])\s*(?:\([^()]*\)\s*)?(?:using\s+key\s*\([^()]*\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\()/i;

/** Statements whose second word makes them unmistakable, for finding one after prose. */
export const plainWrite =
  /^(?:insert\s+(?:or\s+\w+\s+)?into|delete\s+from|update\s+\S+\s+set|merge\s+into|(?:drop|create|alter|truncate)\s+(?:or\s+replace\s+)?(?:temp\w*\s+|unique\s+)?(?:table|view|index|schema|database|function|trigger|user|role|sequence|macro))\b/i;
