/** What of WebAssembly's interface is used; the type library of Node.js has no values for it. */
interface WasmInterface {
  readonly instantiate: MakeInstance;
  readonly instantiateStreaming: MakeInstance;
  readonly Memory: new (descriptor: { initial: number }) => WasmMemory;
}
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
interface WasmExports {
  readonly exports: Readonly<Record<string, unknown>>;
}
type WasmMade = WasmExports | { readonly instance: WasmExports };
type MakeInstance = (...given: unknown[]) => Promise<WasmMade>;

/**
 * Loads a module that makes a WebAssembly instance, and gives it with a way to ask how large that instance's memory is,
 * in bytes. What a process reports as external memory also counts garbage, and asking it is slow.
 */
export async function watchWasmMemory<T>(
  load: () => Promise<T>,
): Promise<{ readonly module: T; readonly memoryBytes: () => number }> {
  const wasm = (globalThis as unknown as { readonly WebAssembly: WasmInterface }).WebAssembly;
  const { instantiate, instantiateStreaming } = wasm;
  const memories: WasmMemory[] = [];
  const watched =
    (make: MakeInstance): MakeInstance =>
    async (...given) => {
      const made = await make(...given);
      const { exports } = 'instance' in made ? made.instance : made;
      for (const value of Object.values(exports)) if (value instanceof wasm.Memory) memories.push(value);
      return made;
    };
  Object.assign(wasm, {
    instantiate: watched(instantiate),
    instantiateStreaming: watched(instantiateStreaming),
  });
  try {
    const module = await load();
    return {
      module,
      memoryBytes: () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    };
  } finally {
    Object.assign(wasm, { instantiate, instantiateStreaming });
  }
}
