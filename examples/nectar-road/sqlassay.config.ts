import type { SqlassayConfig } from '../../src/types/index.js';
import { headline } from './scorers/headline.js';

/** Scorers of this project, by the names that evals.yaml uses. */
const config: SqlassayConfig = { scorers: { headline } };

export default config;
