import { type SpelledToken, spelledTokens, type Token, tokenize } from '../../tokenizer/index.js';
import { ddlInvalid } from './ddl-invalid.js';

const objects =
  /^(?:table|view|index|trigger|procedure|function|event|package|schema|database|sequence|type|domain|extension|role|user|aggregate|macro|server|policy|rule|secret)$/;
const routines = /^(?:trigger|procedure|function|event|package)$/;
/** Two words that open a statement and stand together in no other one. */
const opening = /^(?:create (?:table|view|index|unique|temp|temporary|or)|insert into|truncate table)$/;
const mayLackSemicolon = /^(?:create|insert|alter|drop|truncate)$/;

/** What a CREATE, ALTER or DROP is about, such as `table`; null when the first words do not say. */
export function objectOf(tokens: readonly SpelledToken[]): string | null {
  return (
    tokens.slice(1, 16).find((token) => token.kind === 'word' && objects.test(token.value))?.value ?? null
  );
}

/**
 * The statements of a script, without the delimiters between them. Bodies of triggers and routines stay in one piece, and a
 * client's `DELIMITER` and backslash commands are obeyed or passed over.
 *
 * @throws E_DDL_INVALID for quotes, comments and parentheses that do not match
 */
export function splitStatements(sql: string, dialect: string): readonly (readonly SpelledToken[])[] {
  const statements: SpelledToken[][] = [];
  const open: SpelledToken[] = [];
  let current: SpelledToken[] = [];
  let delimiter = ';';
  let routine = false;
  let blocks = 0;
  let resume = 0;
  const finish = (): void => {
    if (open.length > 0) throw unclosed(sql, open.at(-1)!);
    if (current.length > 0) statements.push(current);
    current = [];
    routine = false;
    blocks = 0;
  };
  const tokens = spelledTokens(sql, dialect);
  tokens.forEach((token, at) => {
    if (token.start < resume) return;
    if (token.open) throw unfinished(sql, token);
    if (
      current.length === 0 &&
      (token.value === 'delimiter' || token.value === '\\') &&
      token.kind !== 'string'
    ) {
      const line = /[^\r\n]*/y;
      line.lastIndex = token.end;
      const rest = line.exec(sql)![0];
      if (token.kind === 'word') delimiter = rest.trim() || ';';
      resume = token.end + rest.length;
      return;
    }
    if (sql.startsWith(delimiter, token.start) && !(delimiter === ';' && blocks > 0)) {
      finish();
      resume = token.start + delimiter.length;
      return;
    }
    if (delimiter !== ';' && token.kind === 'word' && token.value.endsWith(delimiter.toLowerCase())) {
      current.push({
        ...token,
        value: token.value.slice(0, -delimiter.length),
        end: token.end - delimiter.length,
      });
      finish();
      return;
    }
    if (token.kind === 'symbol' && token.value === '(') open.push(token);
    if (token.kind === 'symbol' && token.value === ')' && open.pop() === undefined) {
      const advice = 'Remove it, or add the opening one.';
      throw ddlInvalid(sql, token.start, 'this parenthesis closes none', advice);
    }
    if (token.kind === 'word' && current.length > 0) {
      const next = tokens[at + 1]?.value ?? '';
      if (routines.test(token.value) && current[0]!.value === 'create')
        routine ||= objectOf(current) === null;
      if (routine) blocks += blockChange(tokens, at);
      else if (open.length === 0 && opening.test(`${token.value} ${next}`) && mayEnd(current)) finish();
    }
    current.push(token);
  });
  const end = tokens.at(-1)?.end ?? 0;
  const hidden = tokenize(sql.slice(end), dialect).find((token) => token.open);
  if (hidden !== undefined) throw unfinished(sql, { ...hidden, start: end + hidden.start });
  const unended = blocks > 0 ? current[0] : undefined;
  if (unended !== undefined) {
    const advice = 'End it, or set a DELIMITER around it as the mysql client needs it.';
    throw ddlInvalid(sql, unended.start, 'this statement has a BEGIN or CASE without its END', advice);
  }
  finish();
  return statements;
}

/** Some engines, and many people, need no semicolon before such a statement. */
function mayEnd(current: readonly SpelledToken[]): boolean {
  return mayLackSemicolon.test(current[0]!.value) && objectOf(current) !== 'schema';
}

/** How many blocks a word of a routine's body opens or closes. */
function blockChange(tokens: readonly SpelledToken[], at: number): number {
  const before = tokens[at - 1]?.value ?? '';
  const next = tokens[at + 1]?.value ?? '';
  switch (tokens[at]!.value) {
    case 'begin':
      return 1;
    case 'case':
      return before === 'end' ? 0 : 1;
    case 'end':
      return /^(?:if|loop|while|repeat|for)$/.test(next) ? 0 : -1;
    default:
      return 0;
  }
}

function unclosed(sql: string, token: SpelledToken): Error {
  return ddlInvalid(sql, token.start, 'this parenthesis is never closed', 'Close it before the semicolon.');
}

function unfinished(sql: string, token: Token): Error {
  const what = token.kind === 'name' ? 'quoted name' : token.kind === 'string' ? 'string' : 'comment';
  const advice = 'Close it, and check that the dialect is the one the text is written in.';
  return ddlInvalid(sql, token.start, `this ${what} is never closed`, advice);
}
