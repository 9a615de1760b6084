import { dirname, join } from 'node:path';
import { toJson, visibleLine } from '../../report/index.js';
import type { ScorerListing } from '../../types/index.js';
import { alignRows } from '../align-rows.js';
import { findSuite } from '../find-suite.js';
import { openFolder } from '../open-project.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay scorers`: works without a suite too, and then lists what there is without a project. */
export const scorersCommand: CommandAction = async ({ argument, isArgumentGiven, flagsWith, io }) => {
  const suiteFile = isArgumentGiven ? findSuite(argument, io) : join(io.folder, argument);
  const project = await openFolder(dirname(suiteFile), suiteFile);
  const flags = flagsWith(project.config);
  const listings = await project.registry.list();
  if (flags.json === true) io.stdout.write(`${toJson({ schemaVersion: 1, scorers: listings })}\n`);
  else io.stdout.write(describe(listings));
  return 0;
};

function describe(listings: readonly ScorerListing[]): string {
  const rows = listings.map((listing) => [
    listing.name,
    `v${listing.interfaceVersion}`,
    listing.modes.join(', '),
    `needs ${listing.needs}`,
    listing.from,
  ]);
  return alignRows([['scorer', 'interface', 'modes', 'reads', 'from'], ...rows])
    .flatMap((line, index) => {
      const listing = listings[index - 1];
      if (listing === undefined) return [line];
      const options = optionNames(listing.options);
      return [
        line,
        ...(listing.problem === undefined ? [] : [`    cannot be used: ${listing.problem}`]),
        ...(listing.description === '' ? [] : [`    ${listing.description}`]),
        ...(options.length === 0 ? [] : [`    options: ${options.join(', ')}`]),
      ];
    })
    .map((line) => `${visibleLine(line)}\n`)
    .join('');
}

function optionNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return [];
  return Object.keys(schema.properties as object);
}
