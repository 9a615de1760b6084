import type { QueryNode } from '../worker/protocol.js';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type and data of a node, or null for a value that is no node. */
export function nodeOf(value: unknown): { readonly type: string; readonly data: unknown } | null {
  if (!isFields(value)) return null;
  const keys = Object.keys(value);
  return keys.length === 1 ? { type: keys[0]!, data: value[keys[0]!] } : null;
}

/**
 * Visits every node of a tree, parents first. The visitor may return false to leave a node's children out.
 *
 * @example
 * walk(query, (type, data) => { if (type === 'table') names.push(data.name.name); });
 */
export function walk(
  root: QueryNode | unknown,
  // biome-ignore lint/suspicious/noConfusingVoidType: a visitor that returns nothing is the usual one
  visit: (type: string, data: Fields) => boolean | void,
): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at--) pending.push(value[at]);
    } else if (isFields(value)) {
      const node = nodeOf(value);
      if (node !== null && isFields(node.data) && visit(node.type, node.data) === false) continue;
      const children = Object.values(value);
      for (let at = children.length - 1; at >= 0; at--) pending.push(children[at]);
    }
  }
}
