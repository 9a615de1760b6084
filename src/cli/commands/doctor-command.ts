import { type DatasourceDiagnosis, diagnoseSuite } from '../../doctor/index.js';
import { toJson, visibleLine } from '../../report/index.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { packageVersion } from '../package-version.js';
import { watchInterrupts } from '../watch-interrupts.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay doctor`: 3 when a datasource cannot be used. */
export const doctorCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(argument, io);
  const { json = false, sqliteDriver = 'auto' } = flagsWith(project.config);
  const suite = await loadProjectSuite(project);
  const interrupts = watchInterrupts(io);
  try {
    const datasources = await diagnoseSuite(suite, { signal: interrupts.signal, sqliteDriver });
    if (interrupts.signal.aborted) return 130;
    const versions = { sqlassay: packageVersion(), node: process.version, system: process.platform };
    if (json) {
      io.stdout.write(`${toJson({ schemaVersion: 1, versions, datasources })}\n`);
    } else {
      io.stdout.write(`sqlassay ${versions.sqlassay} · Node.js ${versions.node} · ${versions.system}\n`);
      for (const one of datasources) io.stdout.write(`\n${linesOf(one).map(visibleLine).join('\n')}\n`);
    }
    return datasources.every(({ usable }) => usable) ? 0 : 3;
  } finally {
    interrupts.dispose();
  }
};

function linesOf(diagnosis: DatasourceDiagnosis): readonly string[] {
  const { datasource, dbId, kind } = diagnosis;
  const name = dbId === null ? datasource : `${datasource}/${dbId}`;
  if (!diagnosis.usable) {
    const { code, message } = diagnosis.error;
    return [`${name} (${kind}): cannot be used`, `  ${code === null ? '' : `${code}: `}${message}`];
  }
  const { engine, version, readOnly, protections, stillPossible, warnings } = diagnosis.examination;
  return [
    `${name} (${kind}): ${engine} ${version}, ${readOnly ? 'read-only' : 'NOT read-only'}`,
    ...list('kept out', protections),
    ...list('model SQL could still', stillPossible),
    ...list('warning', warnings),
  ];
}

function list(title: string, sentences: readonly string[]): readonly string[] {
  return sentences.map((sentence) => `  ${title}: ${sentence}`);
}
