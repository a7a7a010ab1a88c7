import type { Command } from 'commander';
import { openContext } from '../context.ts';
import type { Output } from '../output.ts';
import { size, table, time } from '../output.ts';
import { versionHere } from '../version.ts';
import { say } from '../words/say.ts';
import { statusShape } from '../shapes.ts';

export const addStatus = (program: Command, output: () => Output): void => {
  program
    .command('status')
    .description('how the box is')
    .action(async () => {
      const { box } = openContext();
      const [product, status, disks] = await Promise.all([
        box.system.product(),
        box.monitor.status(),
        box.disks.list(),
      ]);
      const rows = [
        [say('Box'), `${product.boxname} (${product.product}, ${product.versionname})`],
        [say('Command line'), versionHere()],
        [say('Time'), time(status.local_time)],
        [say('Up'), say('{hours} h', { hours: Math.floor(status.box_uptime / 3600) })],
        [say('Processor'), `${status.cpu_info.cpu_usage} %`],
        [
          say('Memory'),
          say('{used} of {total}', {
            used: size(status.memory_info.memory_used),
            total: size(status.memory_info.memory_total),
          }),
        ],
        ...disks.disks.map((disk) => [
          disk.mntdir,
          say('{free} free of {total}', {
            free: size(disk.f_bavail * disk.f_bsize),
            total: size(disk.f_blocks * disk.f_bsize),
          }),
        ]),
      ];
      output().result(statusShape(product, status, disks), table(rows));
    });
};
