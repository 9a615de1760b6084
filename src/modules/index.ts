export { loadModule } from './load-module.js';
export { writing } from './writing.js';
