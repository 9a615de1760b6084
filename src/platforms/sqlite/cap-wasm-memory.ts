const pageBytes = 65_536;
const memorySection = 5;

/**
 * The same WebAssembly module with a smaller maximum of its memory, so that the engine itself says "out of memory".
 * The cap is never below what the module starts with.
 */
export function capWasmMemory(wasm: Uint8Array, bytes: number): Uint8Array {
  for (let at = 8; at < wasm.length; ) {
    const id = wasm[at]!;
    const [size, body] = readNumber(wasm, at + 1);
    if (id === memorySection) return patched(wasm, at, body, body + size, Math.floor(bytes / pageBytes));
    at = body + size;
  }
  return wasm;
}

function patched(wasm: Uint8Array, start: number, body: number, end: number, pages: number): Uint8Array {
  const flagsAt = body + 1;
  const [minimum, afterMinimum] = readNumber(wasm, flagsAt + 1);
  const declared = wasm[flagsAt] === 1 ? readNumber(wasm, afterMinimum)[0] : 65_536;
  const maximum = Math.min(declared, Math.max(pages, minimum));
  const content = [1, 1, ...writeNumber(minimum), ...writeNumber(maximum)];
  return Buffer.concat([
    wasm.subarray(0, start),
    Uint8Array.from([memorySection, ...writeNumber(content.length), ...content]),
    wasm.subarray(end),
  ]);
}

/** LEB128: the number and where it ends. */
function readNumber(bytes: Uint8Array, at: number): [number, number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

function writeNumber(value: number): number[] {
  const bytes: number[] = [];
  do {
    const low = value % 128;
    value = Math.floor(value / 128);
    bytes.push(value > 0 ? low | 0x80 : low);
  } while (value > 0);
  return bytes;
}
