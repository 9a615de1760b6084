export { type BoundQuery, bindQuery } from './bind-query.js';
export { type DialectSemantics, semanticsOf } from './dialect-semantics.js';
export { isDeterministic } from './known-functions.js';
