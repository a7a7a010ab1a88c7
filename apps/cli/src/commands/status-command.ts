import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import type { Output } from '../cli-output.ts';
import { formatSize, formatTable, formatTime } from '../cli-output.ts';
import { cliVersion } from '../cli-version.ts';
import { translate } from '../messages/translate.ts';
import { statusShape } from '../json-shapes.ts';

export const addStatus = (program: Command, output: () => Output): void => {
  program
    .command('status')
    .description('show the state of the box')
    .action(async () => {
      const { box } = openContext();
      const [product, status, disks] = await Promise.all([
        box.system.product(),
        box.monitor.status(),
        box.disks.list(),
      ]);
      const rows = [
        [translate('Box'), `${product.boxname} (${product.product}, ${product.versionname})`],
        [translate('Command line'), cliVersion()],
        [translate('Time'), formatTime(status.local_time)],
        [translate('Up'), translate('{hours} h', { hours: Math.floor(status.box_uptime / 3600) })],
        [translate('Processor'), `${status.cpu_info.cpu_usage} %`],
        [
          translate('Memory'),
          translate('{used} of {total}', {
            used: formatSize(status.memory_info.memory_used),
            total: formatSize(status.memory_info.memory_total),
          }),
        ],
        ...disks.disks.map((disk) => [
          disk.mntdir,
          translate('{free} free of {total}', {
            free: formatSize(disk.f_bavail * disk.f_bsize),
            total: formatSize(disk.f_blocks * disk.f_bsize),
          }),
        ]),
      ];
      output().result(statusShape(product, status, disks), formatTable(rows));
    });
};
