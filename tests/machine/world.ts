import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { OWNER } from '../lib/box-process.ts';
import { ownerOf } from './household.ts';
import { openMachine, type TestMachine } from './machine.ts';

/** Everything takes its time on a machine that is emulated beside other work. */
export const PATIENT = { timeoutMs: 200_000 };

/** Files of the owner's, of 20 MB and one. */
export const film = `/mnt/usb1/${OWNER}/film.bin`;
export const song = `/mnt/usb1/${OWNER}/song.bin`;

export interface World {
  readonly machine: TestMachine;
  readonly owner: BoxClient;
  /** The folder of the box's files there. */
  readonly dataDir: string;
}

/** The machine and the box of this run, while the tests of a file last; what was said there is shown of a test that fails. */
export const useWorld = (): (() => World) => {
  let world: World | undefined;
  const the = (): World => {
    if (world === undefined) throw new Error('not before the tests');
    return world;
  };
  beforeAll(async () => {
    const { machine, box } = inject('world');
    world = { machine: await openMachine(machine), owner: ownerOf(machine, box), dataDir: box.dataDir };
  });
  afterEach(async ({ task }) => {
    // It is forgotten with the machine.
    if (task.result?.state === 'fail')
      console.error((await the().machine.sh('tail -n 40 /tmp/host.log /tmp/box.log')).text);
  });
  afterAll(() => {
    world?.machine.close();
  });
  return the;
};

/** What a test before left when it failed is no part of this one. */
export const free = ({ machine, dataDir }: World): Promise<unknown> =>
  machine.sh(`umount -q '${dataDir}'/usb[2-9]; mdadm -q --stop --scan; udevadm settle`);

/** The disks that are built in, for a shell. */
export const BUILT_IN = '/dev/disk/by-id/ata-*SATA-?';

/** What a disk that is built in is called today, without asking the box, which asks every disk how it is. */
export const devOf = (machine: TestMachine, serial: string): Promise<string> =>
  machine.must(`readlink -f /dev/disk/by-id/ata-*${serial}`);
