/** Deeper documents are compared as text: nesting is the sender's, and the stack is ours. */
const maximumDepth = 400;

class TooDeep extends Error {}

/**
 * A text that two JSON documents share exactly when they are equal by value: object keys in any order, numbers by
 * their exact value (`1`, `1.0` and `1e0` are one), whitespace and escapes ignored. Repeated keys keep their order.
 * A text that is not JSON, or nested deeper than 400, has its own text as key.
 */
export function jsonKey(text: string): string {
  try {
    JSON.parse(text);
    return `j${new ValidJson(text).value(0)}`;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooDeep) return `x${text}`;
    throw error;
  }
}

/** Reads a text that is known to be JSON, keeping the digits that JSON.parse would round. */
class ValidJson {
  private position = 0;

  constructor(private readonly text: string) {}

  value(depth: number): string {
    if (depth > maximumDepth) throw new TooDeep();
    switch (this.peek()) {
      case '"':
        return this.string();
      case '[':
        return this.array(depth);
      case '{':
        return this.object(depth);
      default: {
        const word = this.word();
        return /^[tfn]/.test(word) ? word : jsonNumberKey(word);
      }
    }
  }

  private peek(): string {
    while (' \t\n\r'.includes(this.text[this.position]!)) this.position++;
    return this.text[this.position]!;
  }

  private take(mark: string): boolean {
    if (this.peek() !== mark) return false;
    this.position++;
    return true;
  }

  private word(): string {
    const start = this.position;
    while (this.position < this.text.length && !',]} \t\n\r'.includes(this.text[this.position]!))
      this.position++;
    return this.text.slice(start, this.position);
  }

  private string(): string {
    const start = this.position;
    let end = start;
    let backslashes: number;
    do {
      end = this.text.indexOf('"', end + 1);
      backslashes = 0;
      while (this.text[end - 1 - backslashes] === '\\') backslashes++;
    } while (backslashes % 2 === 1);
    this.position = end + 1;
    return JSON.stringify(JSON.parse(this.text.slice(start, end + 1)));
  }

  private array(depth: number): string {
    this.position++;
    if (this.take(']')) return '[]';
    const items: string[] = [];
    do items.push(this.value(depth + 1));
    while (this.take(','));
    this.take(']');
    return `[${items.join(',')}]`;
  }

  private object(depth: number): string {
    this.position++;
    if (this.take('}')) return '{}';
    const entries: { key: string; value: string }[] = [];
    do {
      this.peek();
      const key = this.string();
      this.take(':');
      entries.push({ key, value: this.value(depth + 1) });
    } while (this.take(','));
    this.take('}');
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return `{${entries.map((entry) => `${entry.key}:${entry.value}`).join(',')}}`;
  }
}

/** Digits without zeros at either end, and the power of ten they are multiplied by: never the number written out. */
function jsonNumberKey(text: string): string {
  const [mantissa = '', exponentText = '0'] = text.toLowerCase().split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? mantissa.slice(1) : mantissa).split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const exponent =
    BigInt(exponentText) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${negative ? '-' : ''}${significant}e${exponent}`;
}
