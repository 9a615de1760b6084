import { catalogFromDdl } from '../../src/catalog/index.js';
import { type RulePair, readRulePairs, schema } from '../../test/equivalence/rule-fixtures.js';
import { unsoundShortcuts } from '../../test/equivalence/unsound-shortcuts.js';
import type { FuzzPair } from './fuzz-pair.js';
import { modelOf, type SchemaModel } from './schema-model.js';

/** Pairs that were written for one schema. */
export interface Templates {
  readonly schema: SchemaModel;
  readonly pairs: readonly FuzzPair[];
  /** The dialects that the pairs can be asked about and executed in. */
  readonly dialects: readonly string[];
}

/** The fixtures of the rules, and near them the shortcuts that no rule may take. */
export function readTemplates(): readonly Templates[] {
  const ofRules = (isWanted: (pair: RulePair) => boolean, dialects: readonly string[]): Templates => ({
    schema: modelOf(catalogFromDdl(schema, 'sqlite').catalog),
    pairs: readRulePairs()
      .filter(isWanted)
      .map(({ rule, gold, candidate }) => ({ origin: rule, gold, candidate })),
    dialects,
  });
  const rules = [
    ofRules(({ dialect }) => dialect !== 'duckdb', ['sqlite', 'duckdb']),
    // Rules of one engine's types would hardly ever take part where the other is asked.
    ofRules(({ dialect }) => dialect === 'duckdb', ['duckdb']),
  ];
  const byDdl = new Map<string, FuzzPair[]>();
  for (const { number, ddl, dialect, gold, candidate } of unsoundShortcuts) {
    if (dialect !== 'sqlite') continue;
    const pairs = byDdl.get(ddl) ?? [];
    byDdl.set(ddl, pairs);
    pairs.push({ origin: `shortcut ${number}`, gold, candidate });
  }
  const shortcuts = [...byDdl].map(
    ([ddl, pairs]): Templates => ({
      schema: modelOf(catalogFromDdl(ddl, 'sqlite').catalog),
      pairs,
      dialects: ['sqlite', 'sqlite', 'duckdb'],
    }),
  );
  return [...foreignShortcuts, ...shortcuts, ...rules];
}

const words: SchemaModel = [
  {
    name: 't',
    columns: [
      { name: 'id', kind: 'INTEGER', notNull: true },
      { name: 'b', kind: 'TEXT', notNull: false },
    ],
    primaryKey: ['id'],
    unique: [],
    foreignKeys: [],
  },
];
const lists: SchemaModel = [
  {
    name: 'l',
    columns: ['a', 'b'].map((name) => ({ name, kind: 'INTEGER[]', notNull: false })),
    primaryKey: [],
    unique: [],
    foreignKeys: [],
  },
];

/** Shortcuts of dialects whose engines are not here, as an engine that is here can show them. */
const foreignShortcuts: readonly Templates[] = [
  {
    schema: lists,
    pairs: [{ origin: 'shortcut 11', gold: 'SELECT a + b FROM l', candidate: 'SELECT b + a FROM l' }],
    dialects: ['duckdb'],
  },
  {
    schema: words,
    pairs: [
      {
        origin: 'shortcut 12',
        gold: "SELECT id FROM t WHERE 'X' = 'x'",
        candidate: 'SELECT id FROM t WHERE FALSE',
      },
    ],
    dialects: ['mysql'],
  },
  {
    schema: words,
    pairs: [
      {
        origin: 'shortcut 13',
        gold: 'SELECT id FROM t WHERE random() > 0 AND random() > 0',
        candidate: 'SELECT id FROM t WHERE random() > 0',
      },
    ],
    dialects: ['sqlite'],
  },
];
