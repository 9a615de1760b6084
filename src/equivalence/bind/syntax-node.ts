import { unsupported } from './bind-failure.js';

export type Fields = Readonly<Record<string, unknown>>;

/** One node of the parser's tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly data: Fields;
}

/** How a thing was written, without a meaning of its own. */
const presentation =
  /(^|_)(span|comments)$|^(original_name|alias_explicit_as|alias_keyword|double_colon_syntax|integer_spelling|real_spelling|explicit_asc|use_inner_keyword|use_outer_keyword|inferred_type|postfix_form|modifiers_inside|no_parens|from_for_syntax|kind_text|start_side_text|end_side_text|deferred_condition|nesting_group|alias_first|join_mark)$/;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The node a value is, or null. A node without data, such as NULL, has none of its fields set. */
export function nodeOf(value: unknown): SyntaxNode | null {
  if (!isFields(value)) return null;
  const keys = Object.keys(value);
  if (keys.length !== 1) return null;
  const data = value[keys[0]!];
  if (data === null) return { type: keys[0]!, data: {} };
  return isFields(data) ? { type: keys[0]!, data } : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
  );
}

/** Gives up unless every field that has a meaning is among those that are understood. */
export function understands(construct: string, data: Fields, fields: readonly string[]): void {
  for (const [name, value] of Object.entries(data)) {
    if (fields.includes(name) || presentation.test(name) || isEmpty(value)) continue;
    unsupported(construct, `${construct} with ${name}`);
  }
}

/** The fields of a node that carry a meaning. */
export function meaningfulFields(data: Fields): readonly (readonly [string, unknown])[] {
  return Object.entries(data).filter(([name, value]) => !presentation.test(name) && !isEmpty(value));
}

/** The node without parentheses around it. */
export function withoutParentheses(value: unknown): unknown {
  let inner = value;
  for (let node = nodeOf(inner); node?.type === 'paren'; node = nodeOf(inner)) inner = node.data.this;
  return inner;
}
