#!/usr/bin/env node
/** `boxwood`: a box from the command line. */
import { Command, CommanderError } from 'commander';
import { addCompletion } from './commands/completion.ts';
import { addFileCommands } from './commands/files.ts';
import { addLogin } from './commands/login.ts';
import { addFetch } from './commands/fetch.ts';
import { addGet } from './commands/get.ts';
import { addPut } from './commands/put.ts';
import { addShare } from './commands/share.ts';
import { addStatus } from './commands/status.ts';
import { addTaskCommands } from './commands/tasks.ts';
import { EXIT, explain } from './exit.ts';
import { createOutput } from './output.ts';

const program = new Command('boxwood')
  .description('Files, shares and tasks of your Boxwood box, from the command line')
  .option('--json', 'one JSON value on standard output, for scripts')
  .exitOverride()
  .showHelpAfterError('(boxwood --help shows what there is)');
const output = () => createOutput(program.opts<{ json?: true }>().json === true);

addLogin(program, output);
addFileCommands(program, output);
addPut(program, output);
addGet(program, output);
addFetch(program, output);
addShare(program, output);
addTaskCommands(program, output);
addStatus(program, output);
addCompletion(program);

try {
  await program.parseAsync();
} catch (failure) {
  if (failure instanceof CommanderError) process.exitCode = failure.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else {
    const { words, code } = explain(failure);
    console.error(`boxwood: ${words}`);
    process.exitCode = code;
  }
}
