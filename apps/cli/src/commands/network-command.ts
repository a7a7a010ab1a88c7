import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { translate } from '../messages/translate.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';

export const addNetwork = (program: Command, output: () => Output): void => {
  withDryRun(program.command('network'))
    .description('restart the network of the box; the box keeps running; administrators only')
    .argument('<what>', 'restart')
    .action(async (what: string, { dryRun }: DryRun) => {
      if (what !== 'restart') throw new CliError(translate('network {what}: restart', { what }), EXIT.usage);
      const { box } = openContext();
      if (dryRun === true) {
        reportPlan(output(), [{ act: 'restart', path: 'network' }]);
        return;
      }
      await box.network.restart();
      output().result({ restarting: true }, [translate('The network of the box is being restarted')]);
    });
};
