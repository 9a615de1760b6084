/**
 * Everything that could move the cursor, colour the terminal, reorder the line or hide: control characters (ESC among
 * them), format characters (bidirectional overrides, zero-width characters, tags), lone surrogates, and the separators
 * of lines and paragraphs.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const pictures: Readonly<Record<string, string>> = { '\n': '\n', '\t': '  ' };

/**
 * Text from outside as it may be shown: what is not visible is spelled out (`\u{1b}`), line breaks stay, tabs become
 * spaces. Emoji joined by zero-width joiners come apart, which is the price of hiding nothing.
 */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unsafe, (found) => pictures[found] ?? spellOut(found));
}

/** `visibleText` on one line: line breaks are spelled out too. */
export function visibleLine(text: string): string {
  return text.replace(unsafe, (found) => (found === '\n' ? '\\n' : found === '\t' ? '  ' : spellOut(found)));
}

/** Whether `visibleText` would show the text other than it is. */
export function isVisible(text: string): boolean {
  return text.replace(/[\n\t]/g, '').search(unsafe) === -1;
}

function spellOut(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
