import type { Command } from 'commander';
import { openContext } from '../context.ts';
import type { Output } from '../output.ts';

const cut = (path: string): readonly [string, string] => [
  path.slice(0, path.lastIndexOf('/')) || '/',
  path.slice(path.lastIndexOf('/') + 1),
];

export const addShare = (program: Command, output: () => Output): void => {
  program
    .command('share')
    .description('make a web address for a file or folder')
    .argument('<path>')
    .option('-d, --days <n>', 'days it is good for (1 to 255)', '3')
    .option('-c, --code <digits>', 'extraction code, 0000 for none', '0000')
    .action(async (path: string, { days, code }: { readonly days: string; readonly code: string }) => {
      const { box, remote } = openContext();
      const [folder, name] = cut(remote(path));
      const share = await box.shares.link({ path: folder, names: [name], days: Number(days), code });
      output().result(share, [share.url]);
    });
};
