import { shareAddress } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { about, named } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { needRemote } from '../remote.ts';
import type { DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { say } from '../words/say.ts';
import { newLinkShape } from '../shapes.ts';

const cut = (path: string): readonly [string, string] => [
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
const whyNotWith =
  (people: readonly string[]) =>
  (info: string): string | undefined => {
    switch (info) {
      case 'users':
        return say('{user}: nobody of that name is on this box', { user: people.join(', ') });
      case 'name':
        return say('You share a folder of that name already; --name gives it another');
      case 'folder':
        return say('You share this folder already');
      default:
        return undefined;
    }
  };

export const addShare = (program: Command, output: () => Output): void => {
  dryRunnable(program.command('share'), '--dry-run')
    .description('make a web address for a file or folder, or share a folder with people of the box')
    .argument('<path>')
    .option('-d, --days <n>', 'days it is good for (1 to 255)', '3')
    .option('-c, --code <digits>', 'extraction code, 0000 for none', '0000')
    .option('-w, --with <user...>', 'share a folder with these people, who may do everything inside')
    .option('-n, --name <name>', 'name of the folder for them (its own)')
    .action(async (path: string, { days, code, with: people, name: title, dryRun }: ShareOptions) => {
      const { box, remote } = openContext();
      const [folder, name] = cut(remote(path));
      if (dryRun === true) {
        await needRemote(box, remote(path));
        const target = people === undefined ? say('a link for {days} days', { days }) : people.join(', ');
        tellPlan(output(), [{ act: 'share', path: remote(path), target }]);
        return;
      }
      if (people !== undefined) {
        const users = people.map((user) => ({ user, perm: 'rw' as const }));
        const asked = box.shares.familyPut({ id: '', name: title ?? name, path: remote(path), users });
        const shared = await about(printable(remote(path)), named(whyNotWith(people), asked));
        output().result({ id: shared.id, name: title ?? name, path: remote(path), people }, [
          say('Shared with {people}', { people: people.join(', ') }),
        ]);
        return;
      }
      const asked = box.shares.link({ path: folder, names: [name], days: Number(days), code });
      const share = await about(printable(remote(path)), asked);
      const url = shareAddress(share);
      output().result(newLinkShape(share, { path: remote(path), code, days: Number(days) }), [url]);
    });
};
