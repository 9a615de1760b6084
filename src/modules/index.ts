export { loadModule } from './load-module.js';
