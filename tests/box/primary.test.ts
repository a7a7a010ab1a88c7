/** The room that the first disk gives to containers: what a real box says of it, of the disk that it is really on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';
import { refusalOf } from '../../apps/box/src/testing/refusal.ts';

let box: BoxProcess;
let ann: BoxClient;
beforeAll(async () => {
  box = await startBoxProcess();
  ann = await signIn(box.origin, OWNER);
});
afterAll(() => box.remove());

const GB = 1024 ** 3;
const asked = (client: BoxClient, dev: string, size: number): Promise<string> =>
  refusalOf(client.disks.setPrimary({ dev, size }));

it('VALID-85 VALID-86: less than 10 GB, and what leaves less than a fifth free, is wrong; what is right is refused as long as nothing would obey it', async () => {
  const { disks } = await ann.disks.list({});
  const [main] = disks;
  if (main === undefined) throw new Error('no disk');
  const most = Math.floor((main.f_blocks * main.f_bsize * 0.8) / GB);
  // A machine that tests run on has a disk of some size.
  expect(most).toBeGreaterThan(10);
  expect(await asked(ann, main.dev, 9)).toBe('11');
  expect(await asked(ann, main.dev, most + 1)).toBe('11');
  for (const size of [10, most]) expect(await asked(ann, main.dev, size)).toBe('3 notOffered');
  expect(await asked(ann, '/dev/nothing', 10)).toBe('11');
  const member = await signIn(box.origin, MEMBER);
  expect(await asked(member, main.dev, 10)).toBe('13');
});
