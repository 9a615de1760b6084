import { type Alias, type Document, isAlias, type Node, visit } from 'yaml';

const maxExpansions = 10_000;

/** The node that a node stands for: itself, or what an alias points to; null for an empty value. */
export type Resolve = (node: Node | null) => Node | null;

/**
 * Finds the targets of all aliases in one walk. An alias means the nearest anchor of its name before it. Aliases of
 * aliases can make a small file endlessly large: past a number of expansions they stand for nothing, and `onTooMany`
 * hears of it once.
 */
export function resolveAliases(document: Document.Parsed, onTooMany: (alias: Node) => void): Resolve {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  let expansions = 0;
  visit(document, {
    Alias(_, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return (node) => {
    if (!isAlias(node)) return node;
    expansions += 1;
    if (expansions === maxExpansions + 1) onTooMany(node);
    return expansions > maxExpansions ? null : (targets.get(node) ?? null);
  };
}
