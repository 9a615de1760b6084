export {
  type BenchmarkLocation,
  type JsonlOptions,
  loadBird,
  loadJsonl,
  loadSpider,
} from './benchmarks/load-benchmark.js';
export { createSuite, type SuiteParts } from './create-suite.js';
export { type CaseResults, updateCaseResults } from './gold-text/update-case-results.js';
export { suiteJsonSchema } from './json-schema.js';
export { type LoadOptions, loadSuite, validateSuite } from './load/load-suite.js';
export { formatProblem, type SuiteProblem } from './problem.js';
export { defaultSettings } from './schema/settings.js';
