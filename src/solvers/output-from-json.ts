const camelNames: Readonly<Record<string, string>> = {
  result_sets: 'resultSets',
  cost_usd: 'costUsd',
};

const usageNames: Readonly<Record<string, string>> = {
  input_tokens: 'inputTokens',
  output_tokens: 'outputTokens',
};

/** A reply written in JSON, with fields in snake_case, as solvers in code give it; not checked. */
export function outputFromJson(reply: Readonly<Record<string, unknown>>): unknown {
  const output = renamed(reply, camelNames);
  const { usage } = output;
  if (typeof usage === 'object' && usage !== null) output.usage = renamed(usage, usageNames);
  if (output.status === undefined || output.status === null) {
    output.status = Array.isArray(output.errors) && output.errors.length > 0 ? 'error' : 'success';
  }
  return output;
}

function renamed(object: object, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]));
}
