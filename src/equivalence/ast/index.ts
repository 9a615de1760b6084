export { AstEquivalence } from './ast-equivalence.js';
