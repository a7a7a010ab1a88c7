import type { Command } from 'commander';
import { openContext } from '../context.ts';
import type { Output } from '../output.ts';
import { size, table, time } from '../output.ts';

export const addStatus = (program: Command, output: () => Output): void => {
  program
    .command('status')
    .description('how the box is')
    .action(async () => {
      const { box } = openContext();
      const [product, status, { disks }] = await Promise.all([
        box.system.product(),
        box.monitor.status(),
        box.disks.list(),
      ]);
      const rows = [
        ['Box', `${product.boxname} (${product.product}, ${product.versionname})`],
        ['Time', time(status.local_time)],
        ['Up', `${Math.floor(status.box_uptime / 3600)} h`],
        ['Processor', `${status.cpu_info.cpu_usage} %`],
        ['Memory', `${size(status.memory_info.memory_used)} of ${size(status.memory_info.memory_total)}`],
        ...disks.map((disk) => [
          disk.mntdir,
          `${size(disk.f_bavail * disk.f_bsize)} free of ${size(disk.f_blocks * disk.f_bsize)}`,
        ]),
      ];
      output().result({ product, status, disks }, table(rows));
    });
};
