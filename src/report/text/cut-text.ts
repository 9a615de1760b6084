import stringWidth from 'string-width';

const mark = '…';

/** The text within so many terminal columns; what does not fit is cut and marked with `…`. */
export function cutLine(text: string, columns: number): string {
  if (text.length <= columns && isAscii(text)) return text;
  // A text far longer than any line is not measured to its end.
  const head = text.slice(0, columns * 4 + 16);
  if (head.length === text.length && stringWidth(text) <= columns) return text;
  let width = 0;
  let kept = '';
  for (const character of head) {
    width += stringWidth(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}${mark}`;
}

/** At most so many lines of the text, each within so many columns; says how many lines were left out. */
export function cutBlock(text: string, columns: number, maxLines: number): readonly string[] {
  const lines = text.split('\n');
  const shown = lines.length <= maxLines ? lines : lines.slice(0, maxLines - 1);
  const left = lines.length - shown.length;
  return [
    ...shown.map((line) => cutLine(line, columns)),
    ...(left > 0 ? [`${mark} ${left} more line${left === 1 ? '' : 's'}`] : []),
  ];
}

/** The text in so many columns, cut or filled up with spaces. */
export function fitLine(text: string, columns: number): string {
  const cut = cutLine(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - stringWidth(cut)));
}

/** The text broken between words into lines of so many columns; words that are longer are cut. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((one) => cutLine(one, columns));
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
