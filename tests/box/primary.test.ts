/**
 * The space that a disk gives to containers: what a real box reports about the disk it runs on. Preparing such a disk:
 * `tests/machine/kernel/primary.full.test.ts`.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';

let box: BoxProcess;
let ann: BoxClient;
beforeAll(async () => {
  box = await startBoxProcess();
  ann = await signIn(box.origin, OWNER);
});
afterAll(() => box.remove());

const GB = 1024 ** 3;
const asked = (client: BoxClient, dev: string, size: number): Promise<string> =>
  describeRefusal(client.disks.setPrimary({ dev, size, confirm: [] }));

it('VALID-85 VALID-86: less than 10 GB, and what leaves less than a fifth free, is wrong; with the family’s files on it no disk is made anew for any size', async () => {
  const { disks } = await ann.disks.list({});
  const [main] = disks;
  if (main === undefined) throw new Error('no disk');
  const most = Math.floor((main.f_blocks * main.f_bsize * 0.8) / GB);
  // The disk of a test machine has an unknown size.
  expect(most).toBeGreaterThan(10);
  expect(await asked(ann, main.dev, 9)).toBe('11 disk.primaryTooSmall');
  expect(await asked(ann, main.dev, most + 1)).toBe('11 disk.keepFree');
  for (const size of [10, most]) expect(await asked(ann, main.dev, size)).toBe('13');
  expect(await asked(ann, '/dev/nothing', 10)).toBe('3 host.absent');
  const member = await signIn(box.origin, MEMBER);
  expect(await asked(member, main.dev, 10)).toBe('13');
});
