import { tokenize } from '../tokenizer/index.js';

/** A query as it may stand in brackets in another one; a comment that is never closed would swallow what follows. */
export function embeddable(query: string, dialect: string): string {
  const last = tokenize(query, dialect).at(-1);
  const cut = last?.kind === 'comment' && last.open ? query.slice(0, last.start) : query;
  return cut.replace(/[\s;]+$/, '');
}

/** A name that begins like `stem` and stands nowhere in a text. */
export function freshName(stem: string, text: string): string {
  const lower = text.toLowerCase();
  for (let number = 0; ; number++) {
    const name = `${stem}${number === 0 ? '' : number}`;
    if (!lower.includes(name)) return name;
  }
}
