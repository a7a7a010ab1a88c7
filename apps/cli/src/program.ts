/** All commands of `boxwood` with their options. */
import { Command } from 'commander';
import { addHistoryCommands } from './commands/history.ts';
import { addLookCommands } from './commands/look.ts';
import { addRightCommands } from './commands/rights.ts';
import { addSync } from './commands/sync.ts';
import { addCompletion } from './commands/completion.ts';
import { addFileCommands } from './commands/files.ts';
import { addLogin } from './commands/login.ts';
import { addFetch } from './commands/fetch.ts';
import { addGuessed } from './commands/guessed.ts';
import { addGet } from './commands/get.ts';
import { addNetwork } from './commands/network.ts';
import { addPhotos } from './commands/photos.ts';
import { addPut } from './commands/put.ts';
import { addShare } from './commands/share.ts';
import { addStatus } from './commands/status.ts';
import { addTaskCommands } from './commands/tasks.ts';
import { addUsers } from './commands/users.ts';
import { createOutput } from './output.ts';
import { versionHere } from './version.ts';
import { translated } from './words/translated.ts';
import type { Language } from './words/say.ts';

export interface Globals {
  readonly json?: true;
  readonly quiet?: true;
  readonly profile?: string;
}

export const createProgram = (language: Language): Command => {
  const program = new Command('boxwood')
    .description('Files, shares and tasks of your Boxwood box, from the command line')
    .version(versionHere(), '--version', 'print the version')
    .helpOption('-h, --help', 'say what there is')
    .helpCommand('help [command]', 'say what there is')
    .option('-q, --quiet', 'only what was asked for, no remarks')
    .option(
      '-p, --profile <name>',
      'another box or another person: a session of its own (BOXWOOD_PROFILE); -p stands before the verb at mkdir and cp',
    )
    .option('--json', 'one JSON value on standard output, for scripts')
    .option('--lang <language>', 'en or zh; that of the terminal without it')
    .exitOverride()
    .showHelpAfterError('(boxwood --help shows what there is)');
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
  addUsers(program, output);
  addStatus(program, output);
  addNetwork(program, output);
  addCompletion(program);
  addGuessed(program);
  return translated(program, language);
};
