import type { OpTask } from '@boxwood/box-sdk';
import { downloadTask } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { withPathInError, CliError, EXIT } from '../cli-errors.ts';
import { taskShape } from '../json-shapes.ts';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { translate } from '../messages/translate.ts';
import { waitForTask } from './task-commands.ts';

interface FetchOptions extends DryRun {
  readonly to: string;
  readonly wait: boolean;
}

export const addFetch = (program: Command, output: () => Output): void => {
  withDryRun(program.command('fetch'))
    .description('let the box download from the web into one of its folders')
    .argument('<address...>', 'http or https address')
    .option('-t, --to <folder>', 'target folder', 'Download')
    .option('--no-wait', 'do not wait until the box has finished')
    .action(async (addresses: readonly string[], { to, wait, dryRun }: FetchOptions) => {
      for (const address of addresses)
        if (!/^https?:\/\//i.test(address))
          throw new CliError(
            translate('{address}: an address begins with http:// or https://', { address: printable(address) }),
            EXIT.usage,
          );
      const { box, session, remote } = openContext();
      if (dryRun === true) {
        reportPlan(
          output(),
          addresses.map((path) => ({ act: 'fetch', path, target: remote(to) })),
        );
        return;
      }
      const ids: string[] = [];
      for (const address of addresses)
        ids.push(
          (await withPathInError(printable(address), box.tasks.add(downloadTask(session.user, address, remote(to)))))
            .id,
        );
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
