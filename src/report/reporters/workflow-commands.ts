import { randomBytes } from 'node:crypto';
import { visibleLine, visibleText } from '../text/visible-text.js';

/** One remark at a line of a file, as GitHub shows it beside a change. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file?: string;
  readonly line?: number;
  readonly title: string;
  readonly message: string;
}

/** The annotation as a workflow command on one line; nothing in its texts ends it or begins another. */
export function annotationCommand({ level, file, line, title, message }: Annotation): string {
  const fields = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${fields.join(',')}::${data(visibleText(message))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(visibleLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Keeps what a run prints from being read as workflow commands: model SQL may hold a line such as `::add-mask::`. */
export interface CommandGuard {
  start(): void;
  /** From here on lines are commands again; does nothing the second time. */
  end(): void;
}

export function createCommandGuard(stream: { write(text: string): unknown }): CommandGuard {
  // Nothing that is printed can know it, so nothing that is printed can end the guard.
  const token = randomBytes(16).toString('hex');
  let isOn = false;
  return {
    start() {
      if (isOn) return;
      isOn = true;
      stream.write(`::stop-commands::${token}\n`);
    },
    end() {
      if (!isOn) return;
      isOn = false;
      stream.write(`\n::${token}::\n`);
    },
  };
}
