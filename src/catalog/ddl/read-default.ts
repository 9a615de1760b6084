import type { DdlReader } from './ddl-reader.js';

/**
 * Passes over a default: values, calls and casts with operators between them. It may not run into what follows, where NOT
 * NULL would be taken for a part of it or the other way round; so anything else ends it.
 */
export function readDefault(reader: DdlReader): void {
  for (;;) {
    while (reader.take('+') || reader.take('-'));
    readOperand(reader);
    while (reader.take(': :')) readCast(reader);
    if (reader.take('| |') || reader.take('*') || reader.take('/') || reader.take('%')) continue;
    if (reader.peek() === '+' || reader.peek() === '-') continue;
    return;
  }
}

function readOperand(reader: DdlReader): void {
  if (reader.peek() === '(') {
    reader.group();
    return;
  }
  const token = reader.skip();
  if (token.kind === 'symbol') reader.fail('a default is not understood');
  if (token.kind === 'string' || token.kind === 'number') return;
  if (token.value === 'array' && reader.take('[')) {
    let depth = 1;
    while (depth > 0) {
      const { kind, value } = reader.skip();
      if (kind === 'symbol' && value === '[') depth++;
      if (kind === 'symbol' && value === ']') depth--;
    }
    return;
  }
  while (reader.take('.')) reader.name();
  if (reader.peek() === '(') reader.group();
  else if (reader.next?.kind === 'string' && !reader.declarations.namesInStrings) reader.skip();
}

function readCast(reader: DdlReader): void {
  reader.name();
  while (reader.take('.')) reader.name();
  for (;;) {
    if (reader.peek() === '(') reader.group();
    else if (reader.take('[')) {
      if (reader.next?.kind === 'number') reader.skip();
      reader.expect(']');
    } else if (
      !['varying', 'precision', 'with time zone', 'without time zone'].some((words) => reader.take(words))
    )
      return;
  }
}
