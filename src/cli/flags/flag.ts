/** How the text of a flag is read. */
export type FlagKind =
  | { readonly kind: 'switch' }
  /** `--no-x`: sets x to false. */
  | { readonly kind: 'off' }
  | { readonly kind: 'text'; readonly value: string }
  /** May be given without its value, which is then `bare`. */
  | { readonly kind: 'optional text'; readonly value: string; readonly bare: string }
  | { readonly kind: 'count'; readonly value: string }
  /** A number above 0. */
  | { readonly kind: 'amount'; readonly value: string }
  | { readonly kind: 'optional count'; readonly value: string; readonly bare: number }
  | { readonly kind: 'choice'; readonly value: string; readonly choices: readonly string[] }
  /** May be given several times, or once with commas. */
  | { readonly kind: 'list'; readonly value: string };

export interface Flag {
  /** The long flag without its dashes. */
  readonly name: string;
  readonly short?: string;
  readonly takes: FlagKind;
  readonly about: string;
}

/** The environment variable that stands for a flag: `--last-failed` is `SQLASSAY_LAST_FAILED`. */
export function variableOf({ name }: Pick<Flag, 'name'>): string {
  return `SQLASSAY_${name.replaceAll('-', '_').toUpperCase()}`;
}

/** The name of a flag's value in code and in the config file: `--no-self-test` sets `selfTest`. */
export function keyOf({ name, takes }: Flag): string {
  const plain = takes.kind === 'off' ? name.replace(/^no-/, '') : name;
  return plain.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The flag as it is written in help: `-t, --grep <pattern>`. */
export function usageOf({ name, short, takes }: Flag): string {
  const long = `${short === undefined ? '' : `-${short}, `}--${name}`;
  if (takes.kind === 'switch' || takes.kind === 'off') return long;
  return takes.kind.startsWith('optional') ? `${long} [${takes.value}]` : `${long} <${takes.value}>`;
}
