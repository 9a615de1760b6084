export { type BoundQuery, bindQuery } from './bind-query.js';
export { type DialectSemantics, semanticsOf } from './dialect-semantics.js';
export { withoutDollars } from './dollar-names.js';
export { isDeterministic } from './known-functions.js';
