import { tokenize } from '../../sql/index.js';

const grader = '(?:grader|judge|evaluator|assessor|reviewer|scorer|assistant|language model|llm|ai)';

/** What addresses a grader instead of a database. */
const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:note|message|memo|attention|instructions?|dear|hey|hello)\b[\s,:]*(?:to|for)?\s*(?:the\s+|any\s+)?${grader}\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:you are|act as|as)\s+(?:an?\s+|the\s+)?[\w ]{0,20}\b${grader}\b`, 'i'),
  /\b(?:ignore|disregard|forget|override)\b[\s\S]{0,40}\b(?:previous|above|prior|earlier|instructions?|rubric|criteria|reference|gold|rules)\b/i,
  /\b(?:reply|respond|answer|output|return|print|say)\b\s*(?:only|just|with|:|exactly)[\s\S]{0,30}(?:score|pass|correct|equivalent|yes|true|\b1\b|10\/10)/i,
  /["']?\b(?:score|pass(?:ed)?|verdict|grade)\b["']?\s*[:=]\s*["']?(?:1\b|10\b|100\b|true\b|pass|yes\b|correct|equivalent)/i,
  /\b(?:give|award|assign|grant|mark|score|rate|grade)\b[\s\S]{0,40}\b(?:full marks|full score|full points|perfect|maximum|highest|as (?:correct|equivalent|passed)|10\s*\/\s*10|1\.0)\b/i,
  /\b(?:reference|gold|expected)(?: query| sql| answer| output)?\b[\s\S]{0,20}\b(?:is|are)\s+(?:wrong|incorrect|outdated|invalid)\b/i,
  /\b(?:this|the)\s+(?:query|sql|candidate|answer)\s+is\s+(?:correct|equivalent|right|perfect)\b/i,
  /<\/?\s*(?:system|assistant|user|instructions?)\s*>|\[\/?INST\]|<\|im_(?:start|end)\|>|<<<(?:begin|end)\b/i,
  /\bsystem prompt\b/i,
];

/**
 * Whether the comments, texts and quoted names of a query address a grader. What also stands in the gold query or the
 * question belongs to the data.
 */
export function hasInstructionLikeText(sql: string, dialect: string, known: readonly string[]): boolean {
  const spoken = tokenize(sql, dialect)
    .filter(({ kind }) => kind === 'comment' || kind === 'string' || kind === 'name')
    .map(({ start, end }) => sql.slice(start, end));
  return spoken.some(
    (text) =>
      patterns.some((pattern) => pattern.test(text)) && !known.some((one) => one.includes(unquoted(text))),
  );
}

function unquoted(text: string): string {
  return text.replace(/^['"`[]|['"`\]]$/g, '');
}
