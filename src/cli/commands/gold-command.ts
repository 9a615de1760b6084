import type { CommandAction } from './command-action.js';
export const goldCommand: CommandAction = async () => 2;
