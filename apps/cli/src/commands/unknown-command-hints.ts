import type { Command } from 'commander';
import { CliError, EXIT } from '../cli-errors.ts';
import { translate } from '../messages/translate.ts';

/** Verbs of other programs, and the matching verb here. */
const EQUIVALENT_VERBS: Readonly<Record<string, string>> = {
  upload: 'put',
  send: 'put',
  touch: 'put -',
  download: 'get',
  copy: 'cp',
  move: 'mv',
  rename: 'mv',
  delete: 'trash',
  remove: 'trash',
  del: 'trash',
  rmdir: 'trash',
  restore: 'trash restore',
  dir: 'ls',
  ll: 'ls -l',
  list: 'ls',
  stat: 'ls -l',
  head: 'cat',
  less: 'cat',
  more: 'cat',
  tail: 'cat',
  locate: 'search',
  rsync: 'sync',
  mirror: 'sync',
  history: 'journal',
  log: 'journal',
  link: 'share',
  ps: 'tasks',
  jobs: 'tasks',
  wget: 'fetch',
  curl: 'fetch',
  md5sum: 'sha256sum',
  invite: 'users invite',
  df: 'status',
  info: 'status',
  whoami: 'status',
  version: '--version',
  token: 'tokens',
  unlock: 'safe unlock',
};

/** Hidden commands for verbs that users may try first: each prints which command to use instead. */
export const addUnknownCommandHints = (program: Command): void => {
  const addHint = (name: string, sentence: () => string): void => {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .argument('[words...]')
      .action(() => {
        throw new CliError(sentence(), EXIT.usage);
      });
  };
  for (const [name, verb] of Object.entries(EQUIVALENT_VERBS))
    addHint(name, () => translate('There is no "{name}". Use: boxwood {verb}', { name, verb }));
  for (const name of ['mount', 'umount', 'webdav'])
    addHint(name, () =>
      translate(
        'A box cannot be mounted: it does not support WebDAV yet. Use "boxwood sync box:Photos Photos" to copy a folder of the box to this computer, and "boxwood watch" to see when it changes.',
      ),
    );
};
