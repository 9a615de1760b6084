/** A standard string literal; null for a text with a character that no literal can hold. */
export function quotedText(text: string): string | null {
  return text.includes('\0') ? null : `'${text.replaceAll("'", "''")}'`;
}
