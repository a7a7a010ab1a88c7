import { shareAddress } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { withPathInError, withRefusalMessage } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import { requireRemote } from '../remote-paths.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { translate } from '../words/translate.ts';
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
        return translate('{user}: nobody of that name is on this box', { user: people.join(', ') });
      case 'name':
        return translate('You share a folder of that name already; --name gives it another');
      case 'folder':
        return translate('You share this folder already');
      default:
        return undefined;
    }
  };

export const addShare = (program: Command, output: () => Output): void => {
  withDryRun(program.command('share'), '--dry-run')
    .description('make a web address for a file or folder, or share a folder with people of the box')
    .argument('<path>')
    .option('-d, --days <n>', 'days it is good for (1 to 255)', '3')
    .option('-c, --code <digits>', 'extraction code, 0000 for none', '0000')
    .option('-w, --with <user...>', 'share a folder with these people, who may do everything inside')
    .option('-n, --name <name>', 'name of the folder for them (its own)')
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
