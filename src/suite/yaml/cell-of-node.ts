import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import type { Cell } from '../../types/index.js';
import {
  cellsEqual,
  decimalCell,
  decodeCell,
  doubleCell,
  intCell,
  parseDate,
  parseTime,
  parseTimestamp,
  type WireCell,
} from '../../values/index.js';
import type { Resolve } from './resolve-aliases.js';

const maxDepth = 30;

/** What a tagged text stands for; undefined where it does not fit its tag. */
type TagReader = (text: string) => Cell | undefined;

/** The tags of values that plain YAML cannot spell. `cell-text.ts` writes them. */
const tagReaders: Readonly<Record<string, TagReader>> = {
  'tag:yaml.org,2002:binary': (text) => ({ k: 'blob', v: new Uint8Array(Buffer.from(text, 'base64')) }),
  '!uuid': (v) => ({ k: 'uuid', v }),
  '!json': (v) => ({ k: 'json', v }),
  '!bits': (v) => ({ k: 'bits', v }),
  '!date': (text) => parseDate(text) ?? undefined,
  '!time': (text) => parseTime(text) ?? undefined,
  '!timestamp': (text) => parseTimestamp(text) ?? undefined,
  '!cell': (text) => decodeCell(JSON.parse(text) as WireCell),
};

/** The exact cell that a node spells; undefined when it spells none. */
export function cellOfNode(given: Node | null, resolve: Resolve, depth = 0): Cell | undefined {
  if (depth > maxDepth) return undefined;
  const node = resolve(given);
  if (node === null) return null;
  if (isScalar(node)) return cellOfScalar(node);
  if (isSeq(node)) {
    const items = node.items.map((item) => cellOfNode(item as Node, resolve, depth + 1));
    return items.includes(undefined) ? undefined : { k: 'list', v: items as Cell[] };
  }
  if (!isMap(node)) return undefined;
  const fields = node.items.map(
    ({ key, value }) =>
      [isScalar(key) ? String(key.value) : '', cellOfNode(value as Node | null, resolve, depth + 1)] as const,
  );
  return fields.some(([, value]) => value === undefined)
    ? undefined
    : { k: 'struct', v: fields as [string, Cell][] };
}

function cellOfScalar(node: Scalar): Cell | undefined {
  const { tag, value, source = '' } = node;
  const reader = tag === undefined ? undefined : tagReaders[tag];
  if (reader !== undefined) return readTagged(reader, source);
  if (typeof value === 'bigint') return intCell(value);
  if (typeof value === 'number') return cellOfFloat(value, source);
  return value === null || typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

function readTagged(reader: TagReader, text: string): Cell | undefined {
  try {
    return reader(text);
  } catch {
    return undefined;
  }
}

/** A double, unless the file has more digits than a double keeps: those are an exact decimal. */
function cellOfFloat(value: number, source: string): Cell {
  const double = doubleCell(value);
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(source) || source.length < 16) return double;
  const written = decimalCell(
    source
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.(?=e|$)/i, ''),
  );
  return cellsEqual(written, decimalCell(String(value))) ? double : written;
}
