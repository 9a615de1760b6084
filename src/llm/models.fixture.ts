import { afterEach } from 'vitest';
import { type OpenAiScript, type OpenAiServer, startOpenAiServer } from '../../test/servers/openai-server.js';
import type { Embedder, Llm, LlmFailure, LlmReply, LlmRequest, ModelSettings } from '../types/index.js';
import { createModels, type ModelsOptions } from './create-models.js';
import { installedPackages } from './sdk-packages.js';

const servers: OpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The two versions of the SDK that are promised. */
export const sdkVersions = [
  { version: 6, packages: installedPackages() },
  {
    version: 7,
    packages: installedPackages({ ai: 'ai-7', '@ai-sdk/openai-compatible': 'ai-sdk-openai-compatible-3' }),
  },
] as const;

export const key = 'sk-secret-of-the-tests-0123456789';

/** A model at a service that follows a script; `local/tiny` with a key and a price. */
export async function serve(
  script: OpenAiScript,
  options: Omit<ModelsOptions, 'settings' | 'environment'> & { readonly settings?: ModelSettings } = {},
): Promise<{ readonly server: OpenAiServer; readonly llm: Llm; readonly embedder: Embedder }> {
  const server = await startOpenAiServer(script);
  servers.push(server);
  const models = createModels({
    retry: { firstWaitMs: 1 },
    ...options,
    settings: {
      'local/tiny': {
        baseUrl: server.url,
        apiKeyEnv: 'TEST_KEY',
        price: { input: 1, output: 10 },
        ...options.settings,
      },
    },
    environment: { TEST_KEY: key },
  });
  return { server, llm: models.get('local/tiny'), embedder: models.embedder!('local/tiny') };
}

export function ask(llm: Llm, request: Partial<LlmRequest> = {}): Promise<LlmReply | LlmFailure> {
  return llm.generate({ prompt: 'How many?', signal: new AbortController().signal, ...request });
}
