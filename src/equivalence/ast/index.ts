export { AstEquivalence } from './ast-equivalence.js';
export { TextEquivalence } from './text-equivalence.js';
