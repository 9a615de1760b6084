export { createPlatforms, type Platforms } from './create-platforms.js';
export { createScratch } from './create-scratch.js';
export { dialectOf } from './dialect-of.js';
export type { SqliteDriverName } from './embedded/protocol.js';
export { openPlatform } from './open-platform.js';
export { type PlatformDriver, platformDrivers } from './platform-drivers.js';
export type { PlatformSettings, PlatformsOptions } from './platform-options.js';
export { requireDriver } from './require-driver.js';
