import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoxClient, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { OWNER, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';
import type { TestMachine } from './machine.ts';

const program = process.env['BOXWOOD_BOX'] ?? fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url));
const helper = join(dirname(program), 'host.js');
const cache = fileURLToPath(new URL('../../.cache/machine', import.meta.url));

export interface MachineBox {
  readonly owner: BoxClient;
  readonly dataDir: string;
  remove(): void;
}

/** Where the helper writes down what it did. */
export const HOST_ACTS = '/run/boxwood-host/acts.log';

/** The box of a family on the machine's own disk, with a helper as its unit starts it, and its owner signed in. The family is made here, where that takes a second. */
export const startBoxOn = async (machine: TestMachine): Promise<MachineBox> => {
  const folder = mkdtempSync(join(cache, 'box-'));
  const [dataDir, configDir] = ['data', 'config'].map((name) => join(folder, name));
  if (dataDir === undefined || configDir === undefined) throw new Error('names');
  mkdirSync(dataDir);
  const box = await startBoxProcess({ dataDir, configDir });
  const { token } = await signIn(box.origin, OWNER);
  await box.stop();
  execFileSync('tar', ['cf', `${folder}.tar`, '-C', folder, 'data', 'config']);
  // The secret of a box belongs to the path of its data: the disk is mounted where the family was made.
  await machine.must(
    `mkfs.ext4 -q -F /dev/vda && mkdir -p ${folder} && mount /dev/vda ${folder} && tar xf ${folder}.tar -C ${folder} || exit 1
     mkdir -p /run/boxwood-host
     setsid ${process.execPath} ${helper} --socket /run/boxwood-host/socket --user root --acts ${HOST_ACTS} --data ${dataDir} 2> /tmp/host.log < /dev/null &
     helper=$!
     until [ -S /run/boxwood-host/socket ]; do kill -0 $helper || { cat /tmp/host.log; exit 1; }; sleep 0.2; done
     export BOXWOOD_CONFIG_DIR=${configDir} BOXWOOD_LOG=info
     setsid ${process.execPath} ${program} --port 6900 --share-port none --data ${dataDir} > /tmp/box.out 2> /tmp/box.log < /dev/null &
     box=$!
     until grep -q http /tmp/box.out; do kill -0 $box || { cat /tmp/box.out /tmp/box.log; exit 1; }; sleep 0.2; done`,
  );
  const owner = createBoxClient({
    baseUrl: machine.origin,
    transport: fetchTransport(),
    identity: () => ({ username: OWNER, token }),
  });
  return {
    owner,
    dataDir,
    remove: () => [folder, `${folder}.tar`].forEach((path) => rmSync(path, { recursive: true, force: true })),
  };
};
