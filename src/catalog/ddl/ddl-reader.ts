import { type Declarations, declarationsOf, dialectOf, type SqlDialect } from '../../dialects/index.js';
import { foldIdentifier } from '../../sql/index.js';
import { identifierText, type SpelledToken, stripComments } from '../../tokenizer/index.js';
import { Unread } from './ddl-invalid.js';

/** A table's name; `schema` is absent for the default one. */
export interface TablePath {
  readonly schema?: string;
  readonly name: string;
}

/** Goes through the tokens of one statement, or of one pair of parentheses in it. */
export class DdlReader {
  readonly dialect: SqlDialect;
  readonly declarations: Declarations;
  #at = 0;

  constructor(
    readonly sql: string,
    readonly tokens: readonly SpelledToken[],
    dialect: string,
  ) {
    this.dialect = dialectOf(dialect);
    this.declarations = declarationsOf(this.dialect.name);
  }

  get next(): SpelledToken | undefined {
    return this.tokens[this.#at];
  }

  get position(): number {
    return this.#at;
  }

  ahead(distance: number): SpelledToken | undefined {
    return this.tokens[this.#at + distance];
  }

  /** The keyword or symbol at a distance; empty for a name, a string, a number and the end. */
  peek(distance = 0): string {
    const token = this.tokens[this.#at + distance];
    return token?.kind === 'word' || token?.kind === 'symbol' ? token.value : '';
  }

  skip(): SpelledToken {
    return this.tokens[this.#at++] ?? this.fail('it ends too early');
  }

  /** Takes these words and symbols if all of them come next; blanks stand between them. */
  take(words: string): boolean {
    const list = words.split(' ');
    if (!list.every((word, distance) => this.peek(distance) === word)) return false;
    this.#at += list.length;
    return true;
  }

  expect(words: string): void {
    if (!this.take(words)) this.fail(`"${words.toUpperCase()}" is missing before ${this.#here()}`);
  }

  isName(): boolean {
    const kind = this.next?.kind;
    return kind === 'word' || kind === 'name' || (kind === 'string' && this.declarations.namesInStrings);
  }

  /** A name as the engine keeps it. */
  name(): string {
    const token = this.next;
    if (token === undefined || !this.isName()) this.fail(`a name is missing before ${this.#here()}`);
    this.#at++;
    if (token.kind === 'word' && /^[^\p{L}_\u0080-\uffff]/u.test(token.value))
      this.fail(`"${token.value}" is no name`);
    const text = identifierText(this.sql, token);
    if (token.kind === 'name' && /^u&/i.test(this.sql.slice(token.start, token.start + 2)))
      this.fail('names in escapes are not read');
    if (text.includes('.') && this.dialect.quotedPaths)
      this.fail('names with dots inside their quotes are not read');
    const keepsCase = token.kind !== 'word' || this.dialect.quotedNames !== 'kept';
    return keepsCase ? text : foldIdentifier(text, this.dialect.name);
  }

  path(): TablePath {
    const names = [this.name()];
    while (this.take('.')) names.push(this.name());
    if (names.length > 2) this.fail('names with more than a schema before them are not read');
    const [name, schema] = names.reverse() as [string, string?];
    const isDefault = schema === undefined || this.fold(schema) === this.declarations.defaultSchema;
    return isDefault ? { name } : { schema, name };
  }

  /** A kept name as it is looked up. */
  fold(name: string): string {
    return foldIdentifier(name, this.dialect.name, true);
  }

  /** What stands in the parentheses that come next. */
  group(): DdlReader {
    const from = this.#at + 1;
    this.expect('(');
    for (let depth = 1; depth > 0; ) {
      const token = this.skip();
      if (token.kind !== 'symbol') continue;
      if (token.value === '(') depth++;
      if (token.value === ')') depth--;
    }
    return new DdlReader(this.sql, this.tokens.slice(from, this.#at - 1), this.dialect.name);
  }

  /** The text in the parentheses that come next, as written. */
  groupText(): string {
    const open = this.next;
    this.group();
    return this.sql.slice(open!.end, this.tokens[this.#at - 1]!.start).trim();
  }

  /** Whether comments stand between the tokens from a position to here, or to the next one. */
  hasCommentIn(position: number, toNext: boolean): boolean {
    const tokens = this.tokens.slice(position, this.#at + (toNext ? 1 : 0));
    return tokens.some((token, at) => at > 0 && /\S/.test(this.sql.slice(tokens[at - 1]!.end, token.start)));
  }

  /** The text from a position to here, without comments and with single blanks. */
  textFrom(position: number): string {
    const first = this.tokens[position];
    const last = this.tokens[this.#at - 1];
    if (first === undefined || last === undefined || this.#at <= position) return '';
    const text = stripComments(this.sql.slice(first.start, last.end), this.dialect.name);
    return text.replace(/\s+/g, ' ').trim();
  }

  /** Ends the reading of this statement. */
  fail(why: string): never {
    throw new Unread(why);
  }

  /** Fails unless all is read. */
  end(): void {
    if (this.next !== undefined) this.fail(`${this.#here()} is not understood`);
  }

  #here(): string {
    const token = this.next;
    if (token === undefined) return 'its end';
    const text = this.sql.slice(token.start, token.end);
    return `"${text.length > 40 ? `${text.slice(0, 40)}..` : text}"`;
  }
}
