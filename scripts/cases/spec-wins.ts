/**
 * Where an acceptance case expects something that the scoring contract says otherwise, or has no option for, the
 * contract wins. Each entry cites the section of scoring.md.
 */
export const specWins: readonly {
  readonly applies: (caseId: string, option: string) => boolean;
  readonly section: string;
  readonly why: string;
}[] = [
  {
    applies: (_, option) => /fold_case|trim|normali[sz]e|strip/.test(option),
    section: '2 and 3',
    why: 'text is compared code point by code point: no trimming, case folding or Unicode normalisation, and no option for it',
  },
];

/** Names of flags that the cases and the contract spell differently. */
export const flagNames: Readonly<Record<string, string>> = {
  both_empty_vacuous: 'empty_both',
  both_empty: 'empty_both',
  double_quoted_name_matches_no_column: 'dqs',
};
