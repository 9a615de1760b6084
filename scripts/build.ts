import { build } from 'tsdown';

// Not through tsdown's own command, which greets every build on Node 20 with a warning about Node 20.
await build({ logLevel: process.env.CI === undefined ? 'error' : 'warn' });
