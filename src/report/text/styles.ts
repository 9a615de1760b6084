import picocolors from 'picocolors';

/** How parts of a report are coloured; without colours each is the text itself. */
export interface Styles {
  readonly pass: (text: string) => string;
  readonly fail: (text: string) => string;
  readonly unsure: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
}

export function createStyles(colors: boolean): Styles {
  const { green, red, yellow, bold, dim } = picocolors.createColors(colors);
  return { pass: green, fail: red, unsure: yellow, strong: bold, quiet: dim };
}
