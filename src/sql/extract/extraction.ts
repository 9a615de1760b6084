/** What was found in a text: nothing, one statement, or more than one that no rule may choose between. */
export type Extraction =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly sql: string; readonly cleaned: ReadonlySet<string> }
  | { readonly kind: 'several'; readonly sql: string; readonly count: number };
