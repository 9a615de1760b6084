export { closestName } from './closest-name.js';
export { createRegistry, type RegistryOptions } from './create-registry.js';
