import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { say } from '../words/say.ts';
import type { DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';

export const addNetwork = (program: Command, output: () => Output): void => {
  dryRunnable(program.command('network'))
    .description('restart the network of the box, which itself goes on; for administrators')
    .argument('<what>', 'restart')
    .action(async (what: string, { dryRun }: DryRun) => {
      if (what !== 'restart') throw new Complaint(say('network {what}: restart', { what }), EXIT.usage);
      const { box } = openContext();
      if (dryRun === true) {
        tellPlan(output(), [{ act: 'restart', path: 'network' }]);
        return;
      }
      await box.network.restart();
      output().result({ restarting: true }, [say('The network of the box is being restarted')]);
    });
};
