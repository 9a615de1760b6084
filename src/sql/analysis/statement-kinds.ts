/** Nodes that are queries when they are the whole statement. */
export const queryTypes: ReadonlySet<string> = new Set([
  'select',
  'union',
  'intersect',
  'except',
  'values',
  'subquery',
  'pivot',
  'unpivot',
  'pipe_operator',
]);

/** Statements that only show something. */
export const showTypes: ReadonlySet<string> = new Set(['show', 'describe', 'summarize', 'pragma']);

/** Nodes that write, lock, change settings or run something, wherever they stand. */
const writeTypes: ReadonlySet<string> = new Set(
  `insert update delete merge copy put undrop truncate truncate_table use cache uncache load_data grant revoke comment
  set_statement kill prepare execute command attach detach install declare export refresh locking_statement transaction
  commit rollback alter_session analyze conditional_insert multitable_inserts try_catch next_value_for return_stmt
  add_partition drop_partition replace_partition split_table flashback_table`.split(/\s+/),
);

export function isWrite(type: string): boolean {
  return writeTypes.has(type) || /^(?:create|drop|alter)_(?!sort_key$)/.test(type);
}
