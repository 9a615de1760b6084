const tag = 'think(?:ing)?|reasoning|thought';

/**
 * Removes reasoning blocks. A closing tag without its opening one ends a block that began with the text; an opening tag
 * without its closing one means that all the rest is reasoning that never came to an answer.
 */
export function withoutThinking(text: string): string {
  return text
    .replace(new RegExp(`<(${tag})>(?:(?!<\\1>)[\\s\\S])*?</\\1>`, 'gi'), '\n')
    .replace(new RegExp(`^[\\s\\S]*</(?:${tag})>`, 'i'), '')
    .replace(new RegExp(`<(?:${tag})>[\\s\\S]*$`, 'i'), '');
}
