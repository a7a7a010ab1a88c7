#!/usr/bin/env node
/** `boxwood`: a box from the command line. */
import { Command, CommanderError } from 'commander';
import { addHistoryCommands } from './commands/history.ts';
import { addLookCommands } from './commands/look.ts';
import { addRightCommands } from './commands/rights.ts';
import { addSync } from './commands/sync.ts';
import { addCompletion } from './commands/completion.ts';
import { addFileCommands } from './commands/files.ts';
import { addLogin } from './commands/login.ts';
import { addFetch } from './commands/fetch.ts';
import { addGet } from './commands/get.ts';
import { addPhotos } from './commands/photos.ts';
import { addPut } from './commands/put.ts';
import { addShare } from './commands/share.ts';
import { addStatus } from './commands/status.ts';
import { addTaskCommands } from './commands/tasks.ts';
import { EXIT, explain } from './exit.ts';
import { createOutput } from './output.ts';
import { versionHere } from './version.ts';

const program = new Command('boxwood')
  .description('Files, shares and tasks of your Boxwood box, from the command line')
  .version(versionHere(), '--version', 'print the version')
  .option('-q, --quiet', 'only what was asked for, no remarks')
  .option('-p, --profile <name>', 'another box or another person: a session of its own (BOXWOOD_PROFILE)')
  .option('--json', 'one JSON value on standard output, for scripts')
  .exitOverride()
  .showHelpAfterError('(boxwood --help shows what there is)');
interface Globals {
  readonly json?: true;
  readonly quiet?: true;
  readonly profile?: string;
}
const output = () => {
  const { json, quiet } = program.opts<Globals>();
  return createOutput(json === true, quiet === true);
};
program.hook('preAction', () => {
  const { profile } = program.opts<Globals>();
  if (profile !== undefined) process.env['BOXWOOD_PROFILE'] = profile;
});

addLogin(program, output);
addFileCommands(program, output);
addPut(program, output);
addGet(program, output);
addFetch(program, output);
addShare(program, output);
addTaskCommands(program, output);
addLookCommands(program, output);
addSync(program, output);
addHistoryCommands(program, output);
addPhotos(program, output);
addRightCommands(program, output);
addStatus(program, output);
addCompletion(program);

try {
  await program.parseAsync();
} catch (failure) {
  if (failure instanceof CommanderError) process.exitCode = failure.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else {
    const { words, code } = explain(failure);
    const asked = program.opts<Globals>().json === true;
    console.error(asked ? JSON.stringify({ error: words, code }) : `boxwood: ${words}`);
    process.exitCode = code;
  }
}
