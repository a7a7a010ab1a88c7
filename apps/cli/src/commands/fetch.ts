import type { OpTask } from '@boxwood/box-sdk';
import { downloadTask } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { about, Complaint, EXIT } from '../exit.ts';
import { taskShape } from '../shapes.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import type { DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { say } from '../words/say.ts';
import { waitForTask } from './tasks.ts';

interface FetchOptions extends DryRun {
  readonly to: string;
  readonly wait: boolean;
}

export const addFetch = (program: Command, output: () => Output): void => {
  dryRunnable(program.command('fetch'))
    .description('let the box download from the web, into a folder of it')
    .argument('<address...>', 'http or https')
    .option('-t, --to <folder>', 'where to', 'Download')
    .option('--no-wait', 'leave the box to it')
    .action(async (addresses: readonly string[], { to, wait, dryRun }: FetchOptions) => {
      for (const address of addresses)
        if (!/^https?:\/\//i.test(address))
          throw new Complaint(
            say('{address}: an address begins with http:// or https://', { address: printable(address) }),
            EXIT.usage,
          );
      const { box, session, remote } = openContext();
      if (dryRun === true) {
        tellPlan(
          output(),
          addresses.map((path) => ({ act: 'fetch', path, target: remote(to) })),
        );
        return;
      }
      const ids: string[] = [];
      for (const address of addresses)
        ids.push((await about(printable(address), box.tasks.add(downloadTask(session.user, address, remote(to))))).id);
      if (!wait) {
        output().result({ ids }, ids);
        return;
      }
      const tasks: OpTask[] = [];
      for (const id of ids) tasks.push(await waitForTask(box, session.user, id, output()));
      output().result(
        tasks.map(taskShape),
        tasks.map(({ tb_name: name }) => printable(name)),
      );
    });
};
