/** What XML 1.0 cannot hold, not even escaped: control characters, lone surrogates and two noncharacters. */
const impossible = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Any text as the content of an element. What XML cannot hold is spelled out (`\u{1b}`). */
export function xmlText(text: string): string {
  return spelledOut(text).replace(/[&<>\r]/g, (character) => entities[character]!);
}

/** Any text as the value of an attribute in double quotes, line breaks kept. */
export function xmlAttribute(text: string): string {
  return spelledOut(text).replace(/[&<>"\n\r\t]/g, (character) => entities[character]!);
}

function spelledOut(text: string): string {
  return text.replace(impossible, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
