import { type Platform, SqlassayError } from '../types/index.js';
import type { ServerConfig } from './platform-drivers.js';
import type { PlatformSettings } from './platform-options.js';

/** A platform on a server; nothing is connected before its first use. */
export function openServer(where: string, config: ServerConfig, _settings: PlatformSettings): Platform {
  throw new SqlassayError('E_DRIVER_MISSING', {
    what: `No driver for ${config.kind}`,
    where,
    advice: 'Wait.',
  });
}
