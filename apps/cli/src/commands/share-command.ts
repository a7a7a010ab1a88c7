import { shareAddress } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { withPathInError, withRefusalMessage } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import { requireRemote } from '../remote-paths.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { translate } from '../messages/translate.ts';
import { newLinkShape } from '../json-shapes.ts';

const splitPath = (path: string): readonly [string, string] => [
  path.slice(0, path.lastIndexOf('/')) || '/',
  path.slice(path.lastIndexOf('/') + 1),
];

interface ShareOptions extends DryRun {
  readonly days: string;
  readonly code: string;
  readonly with?: readonly string[];
  readonly name?: string;
}

/** The reason why a folder could not be shared, by the info of the box. */
const shareRefusalReason =
  (people: readonly string[]) =>
  (info: string): string | undefined => {
    switch (info) {
      case 'users':
        return translate('{user}: no such user on this box', { user: people.join(', ') });
      case 'name':
        return translate('You already share a folder with that name; choose another one with --name');
      case 'folder':
        return translate('You already share this folder');
      default:
        return undefined;
    }
  };

export const addShare = (program: Command, output: () => Output): void => {
  withDryRun(program.command('share'), '--dry-run')
    .description('create a link to a file or folder, or share a folder with users of the box')
    .argument('<path>')
    .option('-d, --days <n>', 'days until the link expires (1 to 255)', '3')
    .option('-c, --code <digits>', 'extraction code, 0000 for none', '0000')
    .option('-w, --with <user...>', 'share a folder with these users, who can do everything in it')
    .option('-n, --name <name>', 'name of the folder for these users (default: its own name)')
    .action(async (path: string, { days, code, with: people, name: title, dryRun }: ShareOptions) => {
      const { box, remote } = openContext();
      const [folder, name] = splitPath(remote(path));
      if (dryRun === true) {
        await requireRemote(box, remote(path));
        const target = people === undefined ? translate('a link for {days} days', { days }) : people.join(', ');
        reportPlan(output(), [{ act: 'share', path: remote(path), target }]);
        return;
      }
      if (people !== undefined) {
        const users = people.map((user) => ({ user, perm: 'rw' as const }));
        const request = box.shares.familyPut({ id: '', name: title ?? name, path: remote(path), users });
        const shared = await withPathInError(
          printable(remote(path)),
          withRefusalMessage(shareRefusalReason(people), request),
        );
        output().result({ id: shared.id, name: title ?? name, path: remote(path), people }, [
          translate('Shared with {people}', { people: people.join(', ') }),
        ]);
        return;
      }
      const request = box.shares.link({ path: folder, names: [name], days: Number(days), code });
      const share = await withPathInError(printable(remote(path)), request);
      const url = shareAddress(share);
      output().result(newLinkShape(share, { path: remote(path), code, days: Number(days) }), [url]);
    });
};
