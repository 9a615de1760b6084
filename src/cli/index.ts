export { renderCliDocs } from './render-cli-docs.js';
