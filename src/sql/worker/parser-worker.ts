import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { dialectOf } from '../../dialects/index.js';
import { inspect } from '../analysis/inspect.js';
import type {
  ParserAnswers,
  ParserFailure,
  ParserReady,
  ParserReply,
  ParserRequest,
  QueryNode,
} from './protocol.js';
import { watchWasmMemory } from './watch-wasm-memory.js';

const poison =
  /memory access out of bounds|call stack|unreachable|table index is out of bounds|null function/i;

/**
 * The optimising compiler's code for this module takes 170 MB, for parsing that is fast enough without. The last flag is
 * put back for other WebAssembly of the process; the two that stay do not keep that from being optimised.
 */
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--liftoff-only'])
  setFlagsFromString(flag);
const { module, memoryBytes } = await watchWasmMemory(() => import('@polyglot-sql/sdk'));
const { parse, generate, validate } = module;
setFlagsFromString('--no-liftoff-only');

type Result = {
  readonly success: boolean;
  readonly error?: string;
  readonly errorLine?: number;
  readonly errorColumn?: number;
};
type Name = Parameters<typeof parse>[1];

function failure(result: Result): ParserFailure {
  return {
    kind: 'failed',
    message: result.error ?? 'the parser gave no reason',
    ...(result.errorLine ? { line: result.errorLine } : {}),
    ...(result.errorColumn ? { column: result.errorColumn } : {}),
  };
}

const operations: {
  readonly [Name in keyof ParserAnswers]: (input: unknown, dialect: string) => ParserAnswers[Name];
} = {
  inspect(input, dialect) {
    const sql = String(input);
    const result = parse(sql, dialectOf(dialect).parserName as Name);
    if (!result.success) return { kind: 'unreadable', reason: failure(result).message };
    return inspect(result.ast, sql, dialect);
  },
  parse(input, dialect) {
    const result = parse(String(input), dialectOf(dialect).parserName as Name);
    return result.success
      ? { kind: 'parsed', statements: result.ast as unknown as readonly QueryNode[] }
      : failure(result);
  },
  print(input, dialect) {
    const result = generate([input], dialectOf(dialect).parserName as Name);
    return result.success && result.sql?.[0] !== undefined
      ? { kind: 'printed', sql: result.sql[0] }
      : failure(result as Result);
  },
  validate(input, dialect) {
    const { valid, errors } = validate(String(input), dialectOf(dialect).parserName, { strictSyntax: true });
    const error = errors.find((one) => one.severity === 'error');
    if (valid && error === undefined) return { kind: 'valid' };
    return failure({
      success: false,
      error: error?.message ?? 'not valid',
      ...(error?.line === undefined ? {} : { errorLine: error.line }),
      ...(error?.column === undefined ? {} : { errorColumn: error.column }),
    });
  },
};

function answer(request: ParserRequest): { readonly value: unknown; readonly message: string } {
  try {
    const value = operations[request.operation](request.input, request.dialect);
    const told = value as { readonly message?: string; readonly reason?: string };
    return { value, message: told.message ?? told.reason ?? '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const value =
      request.operation === 'inspect' ? { kind: 'unreadable', reason: message } : { kind: 'failed', message };
    return { value, message };
  }
}

parentPort?.on('message', (request: ParserRequest) => {
  const { value, message } = answer(request);
  const reply: ParserReply = {
    id: request.id,
    answer: value,
    poisoned: poison.test(message),
    memory: { external: memoryBytes(), heap: getHeapStatistics().used_heap_size },
  };
  parentPort?.postMessage(reply);
});

const ready: ParserReady = 'ready';
parentPort?.postMessage(ready);
