/** All commands of `boxwood` with their options. */
import { Command } from 'commander';
import { addHistoryCommands } from './commands/history-commands.ts';
import { addFindCommands } from './commands/find-commands.ts';
import { addAccessCommands } from './commands/access-commands.ts';
import { addSync } from './commands/sync-commands.ts';
import { addCompletion } from './commands/completion-command.ts';
import { addFileCommands } from './commands/file-commands.ts';
import { addLogin } from './commands/login-commands.ts';
import { addFetch } from './commands/fetch-command.ts';
import { addUnknownCommandHints } from './commands/unknown-command-hints.ts';
import { addGet } from './commands/get-command.ts';
import { addNetwork } from './commands/network-command.ts';
import { addPhotos } from './commands/photo-commands.ts';
import { addPut } from './commands/put-command.ts';
import { addShare } from './commands/share-command.ts';
import { addStatus } from './commands/status-command.ts';
import { addTaskCommands } from './commands/task-commands.ts';
import { addUsers } from './commands/user-commands.ts';
import { createOutput } from './cli-output.ts';
import { cliVersion } from './cli-version.ts';
import { translateHelp } from './messages/translate-help.ts';
import type { CliLanguage } from './messages/translate.ts';

export interface GlobalOptions {
  readonly json?: true;
  readonly quiet?: true;
  readonly profile?: string;
}

export const createProgram = (language: CliLanguage): Command => {
  const program = new Command('boxwood')
    .description('Files, shares and tasks of your Boxwood box, from the command line')
    .version(cliVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'list all commands')
    .helpCommand('help [command]', 'list all commands')
    .option('-q, --quiet', 'print only the result, without notes')
    .option(
      '-p, --profile <name>',
      'use a separate session for another box or user (BOXWOOD_PROFILE); with mkdir and cp, write -p before the verb',
    )
    .option('--json', 'print one JSON value on standard output, for scripts')
    .option('--lang <language>', 'en or zh (default: the language of the terminal)')
    .exitOverride()
    .showHelpAfterError('(boxwood --help lists all commands)');
  const output = () => {
    const { json, quiet } = program.opts<GlobalOptions>();
    return createOutput(json === true, quiet === true);
  };
  program.hook('preAction', () => {
    const { profile } = program.opts<GlobalOptions>();
    if (profile !== undefined) process.env['BOXWOOD_PROFILE'] = profile;
  });
  addLogin(program, output);
  addFileCommands(program, output);
  addPut(program, output);
  addGet(program, output);
  addFetch(program, output);
  addShare(program, output);
  addTaskCommands(program, output);
  addFindCommands(program, output);
  addSync(program, output);
  addHistoryCommands(program, output);
  addPhotos(program, output);
  addAccessCommands(program, output);
  addUsers(program, output);
  addStatus(program, output);
  addNetwork(program, output);
  addCompletion(program);
  addUnknownCommandHints(program);
  return translateHelp(program, language);
};
