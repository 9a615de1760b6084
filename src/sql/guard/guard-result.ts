import type { ExtractedStatement } from '../../types/index.js';

/**
 * - `empty`: there is no statement in the text
 * - `multiple_statements`: more than one statement, or several different ones to choose between
 * - `not_a_query`: prose, or a statement that only shows something (EXPLAIN, SHOW, DESCRIBE, SUMMARIZE, PRAGMA)
 * - `writes`: it changes data, a schema, a setting or a file, locks rows, or holds a part that does
 * - `function_not_allowed`: it calls a function (or reads a system table) on the dialect's list of refused ones
 * - `unterminated`: a quote or comment that is never closed; embedded engines decide that themselves
 * - `too_large`, `too_deep`, `nul_byte`: what no engine should be given
 */
export type RefusalCode =
  | 'empty'
  | 'multiple_statements'
  | 'not_a_query'
  | 'writes'
  | 'function_not_allowed'
  | 'unterminated'
  | 'too_large'
  | 'too_deep'
  | 'nul_byte';

/** What the guard says about a model's text. */
export type GuardResult =
  | {
      readonly kind: 'query';
      readonly statement: ExtractedStatement;
      /** False when our parser could not read it, so that only its words were looked at. */
      readonly parsed: boolean;
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string };
