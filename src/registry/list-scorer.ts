import type { ScorerFactory, ScorerListing, StandardSchemaV1 } from '../types/index.js';

/** What is shown of one factory. */
export function listScorer(name: string, factory: ScorerFactory, from: string): ScorerListing {
  return {
    name,
    interfaceVersion: factory.interfaceVersion,
    description: factory.description ?? '',
    modes: [...(factory.modes ?? ['full', 'plans'])],
    needs: factory.needs ?? 'rows',
    options: jsonSchema(factory.options),
    from,
  };
}

/** What is shown of a plugin's scorer that cannot be used. */
export function listBrokenScorer(name: string, from: string, problem: string): ScorerListing {
  return {
    name,
    interfaceVersion: 0,
    description: '',
    modes: [],
    needs: 'nothing',
    options: null,
    from,
    problem,
  };
}

/** The extension of Standard Schema by which a schema library gives its JSON Schema. */
interface WithJsonSchema {
  readonly jsonSchema?: { input(options: { readonly target: string }): unknown };
}

function jsonSchema(schema: StandardSchemaV1): unknown {
  try {
    return (schema['~standard'] as WithJsonSchema).jsonSchema?.input({ target: 'draft-2020-12' }) ?? null;
  } catch {
    return null;
  }
}
