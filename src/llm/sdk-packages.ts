import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SqlassayError } from '../types/index.js';

/** Finds and loads packages of the AI SDK. */
export interface SdkPackages {
  /** @throws SqlassayError E_MODEL_PACKAGE_MISSING when one is not there. */
  require(names: readonly string[]): void;
  load(name: string): Promise<Readonly<Record<string, unknown>>>;
}

/** The packages beside this one, else of the project that is run. */
export function installedPackages(aliases: Readonly<Record<string, string>> = {}): SdkPackages {
  const real = (name: string): string => aliases[name] ?? name;
  return {
    require(names) {
      const missing = names.filter((name) => locate(real(name)) === null);
      if (missing.length > 0) throw packageMissing(names, missing);
    },
    async load(name) {
      const found = locate(real(name));
      if (found === null) throw packageMissing([name], [name]);
      return loadFrom(found, name);
    },
  };
}

interface Located {
  readonly require: NodeJS.Require;
  readonly file: string;
}

function locate(name: string): Located | null {
  for (const place of [fileURLToPath(import.meta.url), join(process.cwd(), 'package.json')]) {
    const require = createRequire(place);
    try {
      return { require, file: require.resolve(name) };
    } catch {
      // Not there, so perhaps in the next place.
    }
  }
  return null;
}

/** `require` first: it works under Jest too, and for ES modules on the versions of Node.js that can. */
async function loadFrom({ require, file }: Located, name: string): Promise<Record<string, unknown>> {
  try {
    return require(file);
  } catch (first) {
    try {
      return await import(pathToFileURL(file).href);
    } catch {
      throw new SqlassayError('E_MODEL_PACKAGE_MISSING', {
        what: `The package ${name} is installed but cannot be loaded here: ${messageOf(first)}`,
        advice:
          'Version 7 of the AI SDK is made of ES modules, which Jest loads only with NODE_OPTIONS=--experimental-vm-modules; version 6 works there too.',
      });
    }
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]!.slice(0, 200);
}

function packageMissing(names: readonly string[], missing: readonly string[]): SqlassayError {
  return new SqlassayError('E_MODEL_PACKAGE_MISSING', {
    what: `Models are called through the AI SDK, and ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed`,
    advice: `Install it with \`npm install --save-dev ${names.join(' ')}\`.`,
  });
}
