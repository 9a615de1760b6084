import { headline } from './scorers/headline.js';

/** Scorers of this project, by the names that evals.yaml uses. */
export default { scorers: { headline } };
