import type { DdlReader } from './ddl-reader.js';

/** Words that open what follows a type, where a type may be any words. */
const options =
  /^(?:constraint|not|null|primary|unique|check|default|collate|references|generated|as|deferrable|autoincrement)$/;
/** Words that go on with a type. */
const further =
  /^(?:precision|varying|with|without|time|local|zone|unsigned|signed|zerofill|large|object|year|month|day|hour|minute|second|to|array|character|char|varchar|text|varbinary)$/;

/** The text of a column's type, with single blanks; empty where none is declared. */
export function readType(reader: DdlReader): string {
  const start = reader.position;
  if (reader.declarations.freeTypes) {
    while (reader.isName() && !(reader.next!.kind === 'word' && options.test(reader.next!.value)))
      reader.skip();
    if (reader.position > start && reader.peek() === '(') reader.group();
    if (reader.hasCommentIn(start, reader.peek() === 'generated'))
      reader.fail('a comment in a type is a part of it there');
    return reader.textFrom(start);
  }
  if (!reader.isName()) return reader.fail('a column without a type is not read');
  reader.skip();
  while (reader.take('.')) reader.name();
  for (;;) {
    if (reader.peek() === '(') reader.group();
    else if (reader.peek() === '<') angles(reader);
    else if (reader.take('[')) bracket(reader);
    else if (reader.peek() === 'character' && reader.peek(1) === 'set') break;
    else if (further.test(reader.peek())) reader.skip();
    else break;
  }
  return reader.textFrom(start);
}

/** A type without a column, of a generated column or at the end of a definition. */
export function isTypeless(reader: DdlReader): boolean {
  return reader.peek() === 'generated' || (reader.peek() === 'as' && reader.peek(1) === '(');
}

function bracket(reader: DdlReader): void {
  if (reader.next?.kind === 'number') reader.skip();
  reader.expect(']');
}

function angles(reader: DdlReader): void {
  let depth = 0;
  do {
    const { kind, value } = reader.skip();
    if (kind !== 'symbol') continue;
    if (value === '<') depth++;
    if (value === '>') depth--;
  } while (depth > 0);
}
