import { expect, it } from 'vitest';
import { createDispatcher } from './dispatcher.ts';
import type { Machine } from './machine.ts';

const disk = (kname: string, serial: string) => ({
  kname,
  pkname: null,
  type: 'disk',
  size: 1_000_000,
  hotplug: false,
  rota: false,
  tran: 'sata',
  model: 'Disk',
  serial,
  fstype: 'vfat',
  uuid: 'u',
  label: '',
  mountpoints: [null],
});

/** A machine with two free disks that swap names at the given probe, counted from 1. */
const swapping = (swapsAt: number) => {
  const did: string[] = [];
  let probes = 0;
  const machine: Machine = {
    box: { dataDir: '/srv/box', uid: 33 },
    privateDir: null,
    sys: '/sys',
    names: () => [],
    write: () => false,
    find: (program) => (program === 'udevadm' ? undefined : `/bin/${program}`),
    read: () => '',
    run: (program, args) => {
      const answered = (output: string) => Promise.resolve({ code: 0, output, errors: '' });
      if (program === '/bin/lsblk') {
        probes += 1;
        const names = probes < swapsAt ? ['sda', 'sdb'] : ['sdb', 'sda'];
        return answered(JSON.stringify({ blockdevices: [disk(names[0] ?? '', 'ONE'), disk(names[1] ?? '', 'TWO')] }));
      }
      if (program === '/bin/wipefs' && args.includes('--no-act')) return answered('');
      did.push([program, ...args].join(' '));
      return answered('');
    },
  };
  const log = { logOperation: () => undefined, logRequest: () => undefined };
  const dispatcher = createDispatcher({ machine, log, now: () => 0 });
  const ask = async (question: object): Promise<unknown> => dispatcher.answer(JSON.stringify(question));
  return { did, ask };
};

const by = { user: 'ann', from: 'here' };
const params = { serial: 'ONE', label: 'Boxwood' };
const hashIn = (answer: unknown): string => /"hash":"([0-9a-f]{64})"/.exec(JSON.stringify(answer))?.[1] ?? '';

it('a disk that loses its name between the looks of an act is not erased, nor is the one that got it', async () => {
  // The plan makes the first probe, the operation the next two: before and after it opens the device.
  for (const swapsAt of [2, 3]) {
    const { did, ask } = swapping(swapsAt);
    const plan = hashIn(await ask({ ask: 'plan', verb: 'format', params, by }));
    expect(plan).not.toBe('');
    expect(await ask({ ask: 'act', verb: 'format', params, plan, by })).toMatchObject({
      answer: 'refused',
      why: 'stale',
    });
    expect(did).toEqual([]);
  }
  const { did, ask } = swapping(4);
  const plan = hashIn(await ask({ ask: 'plan', verb: 'format', params, by }));
  expect(await ask({ ask: 'act', verb: 'format', params, plan, by })).toEqual({ answer: 'done' });
  expect(did.every((line) => line.includes('/dev/sda'))).toBe(true);
  expect(did).toHaveLength(2);
});
