import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { capWasmMemory } from './cap-wasm-memory.js';

interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
}
const { Module } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
const wasm = readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));

test('the module with a smaller memory is still a module', () => {
  const capped = capWasmMemory(wasm, 64 * 1024 * 1024);
  expect(Buffer.compare(capped, wasm)).not.toBe(0);
  expect(new Module(capped)).toBeInstanceOf(Module);
});

test('a cap above the declared maximum changes nothing that matters, one below the minimum is raised to it', () => {
  expect(new Module(capWasmMemory(wasm, 1e13))).toBeInstanceOf(Module);
  expect(new Module(capWasmMemory(wasm, 0))).toBeInstanceOf(Module);
});
