import { dialectOf, type Token, tokenize } from '../../sql/index.js';
import type { CheckContext, EquivalenceCheck, QueryPair, SemanticVerdict } from '../../types/index.js';
import { isDeterministic } from '../bind/index.js';
import { judgePair } from '../compare/index.js';
import { astRules } from '../rules/index.js';

/**
 * Calls two queries equal whose texts are, but for white space, comments and a last semicolon. Also then a query may give
 * other rows each time: a volatile function, or a limit that cuts through ties, leaves it unknown. Never throws.
 */
export class TextEquivalence implements EquivalenceCheck {
  readonly method = 'text';

  async judge(pair: QueryPair, context: CheckContext): Promise<SemanticVerdict> {
    const unknown = (code: string, detail: string): SemanticVerdict => ({
      equivalence: 'unknown',
      method: this.method,
      code,
      detail,
    });
    const [gold, candidate] = [words(pair.gold, pair.dialect), words(pair.candidate, pair.dialect)];
    if (
      gold.length === 0 ||
      gold.length !== candidate.length ||
      gold.some((word, at) => word !== candidate[at])
    ) {
      return unknown('not-proven', 'the texts differ');
    }
    const verdict = await judgePair(pair, context, { name: this.method, rules: astRules, congruence: false });
    if (verdict.equivalence === 'equivalent') return { ...verdict, trace: ['identical-text'] };
    if (verdict.equivalence === 'unknown' && understoodAsVolatile(verdict.code)) return verdict;
    const doubt = doubtOf(pair.gold, pair.dialect);
    if (doubt !== null)
      return unknown(
        'unsupported.volatile',
        `the texts are the same, but ${doubt} may give other rows each time`,
      );
    return {
      equivalence: 'equivalent',
      method: this.method,
      compare: 'bag',
      uses: [],
      trace: ['identical-text'],
    };
  }
}

function words(sql: string, dialect: string): readonly string[] {
  const texts = code(sql, dialect).map(({ start, end }) => sql.slice(start, end));
  while (texts.at(-1) === ';') texts.pop();
  return texts;
}

function code(sql: string, dialect: string): readonly Token[] {
  return tokenize(sql, dialect).filter(({ kind }) => kind !== 'comment');
}

/** The query was understood well enough to see that its rows may change, or that it is no query. */
function understoodAsVolatile(code: string): boolean {
  return (
    ['ties', 'budget', 'invalid-gold', 'invalid-candidate', 'unsupported.syntax'].includes(code) ||
    ['volatile', 'unknown-function', 'window-ties', 'collation', 'internal'].some(
      (one) => code === `unsupported.${one}`,
    )
  );
}

/** Words after which rows may hang on their physical order. */
const doubtful = new Set(
  'limit top fetch offset over sample tablesample recursive pivot lateral any_value first last array_agg group_concat string_agg listagg json_group_array json_agg'.split(
    ' ',
  ),
);

/** Words that may stand before a parenthesis without being a function. */
const keywords = new Set(
  `select from where and or not in exists on using as case when then else between like having by all any some union
  intersect except values with distinct count sum avg min max total coalesce nullif ifnull cast iif if rollup cube sets
  join is over filter`.split(/\s+/),
);

/** Something in a query that is not understood which may make it give other rows each time, or null. */
function doubtOf(sql: string, dialect: string): string | null {
  const tokens = code(sql, dialect);
  const { name } = dialectOf(dialect);
  const bare = ['sqlite', 'mysql'].includes(name) ? ['group', 'having'] : [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'executable_comment') return 'a comment whose text the engine runs';
    if (token.kind !== 'word') continue;
    const word = sql.slice(token.start, token.end).toLowerCase();
    if (doubtful.has(word) || bare.includes(word)) return word.toUpperCase();
    if (/^(current_|local|sysdate|rowid|now$|random|rand$)/.test(word)) return word;
    const next = tokens[at + 1];
    const called = next !== undefined && sql[next.start] === '(';
    if (called && !keywords.has(word) && !isDeterministic(word, name)) return `the function ${word}`;
  }
  return null;
}
