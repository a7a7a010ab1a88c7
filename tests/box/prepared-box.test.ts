/** Boxes of a run that copy the folder of one prepared box (`tests/lib/box/prepare-box.ts`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { expect, it, onTestFinished, vi } from 'vitest';
import { secretFileOf } from '../../apps/box/src/storage/state/box-secret.ts';
import { type BoxProcess, MEMBER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import prepareBox from '../lib/box/prepare-box.ts';
import { PREPARED_BOX } from '../lib/box/prepared-box.ts';

const start = async (): Promise<BoxProcess> => {
  const box = await startBoxProcess();
  onTestFinished(() => box.remove());
  return box;
};

/** The id and the secret of a box. */
const identityOf = async ({ origin, dataDir }: BoxProcess): Promise<readonly string[]> => {
  const { boxid } = await createBoxClient({ baseUrl: origin, transport: fetchTransport() }).session.setup();
  return [boxid, readFileSync(secretFileOf(dataDir, join(`${dataDir}-config`, 'boxwood')), 'utf8')];
};

it('a copy has the users; a second box beside it has another id and another secret', { timeout: 180_000 }, async () => {
  vi.stubEnv('TEST_FILE', '');
  // `prepareBox` sets it; this restores the value of the run.
  vi.stubEnv(PREPARED_BOX, '');
  onTestFinished(await prepareBox());
  const first = await start();
  const second = await start();
  const [copied, own] = [await identityOf(first), await identityOf(second)];
  for (const [at, value] of copied.entries()) expect(own[at]).not.toBe(value);
  for (const box of [first, second]) await signIn(box.origin, MEMBER);
  await first.remove();
  const third = await start();
  expect(await identityOf(third)).toEqual(copied);
});
