/** A box whose clock jumps between two starts: forward as after a long sleep, back as without a battery. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, copyTask, createBoxClient, fetchTransport, isRight, PutChunk, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { scratchOf, waitForTask, sha, watchInvariants } from './invariants.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
// As a URL: NODE_OPTIONS is split at spaces.
const preload = new URL('shifted-clock.mjs', import.meta.url).href;

const refusal = async (call: Promise<unknown>): Promise<number> => {
  try {
    await call;
    return 0;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
    throw failure;
  }
};

describe('a clock that jumps', () => {
  let box: BoxProcess;
  let guard: ReturnType<typeof watchInvariants>;
  const wire = (name: string) => `/mnt/usb1/${OWNER}/${name}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);
  const signedIn = async (): Promise<BoxClient & { readonly token: string }> => {
    const client = await signIn(box.origin, OWNER);
    guard.secret(client.token);
    return client;
  };
  const withToken = (token: string): BoxClient =>
    createBoxClient({ baseUrl: box.origin, transport: fetchTransport(), identity: () => ({ username: OWNER, token }) });
  const list = (client: BoxClient) => client.files.list({ path: wire('').slice(0, -1), count: 50, hasbaseinfo: 0 });
  /** Restarts the box with a clock that is wrong by this much. */
  const restart = async (shift: number): Promise<void> => {
    const { dataDir } = box;
    await box.stop();
    guard.check(box);
    const env = { SHIFT_MS: String(shift), NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}` };
    box = await startBoxProcess({ dataDir, env });
  };

  beforeAll(async () => {
    box = await startBoxProcess();
    guard = watchInvariants(box.usb1);
  });
  afterAll(async () => {
    guard.remove();
    await box.remove();
  });

  it('UPLOAD-10: two days later a token has ended; uploads, tasks and undo go on', async () => {
    const client = await signedIn();
    const data = randomBytes(3_000_000);
    const target = wire('long.bin');
    const { uuid } = await client.transfers.prepare({ target, size: data.length, more: { mtime: '1700000000' } });
    const first = new Uint8Array(data.subarray(0, 1_000_000));
    expect(isRight(await client.transfer(PutChunk, { uuid, start: 0 }, first)())).toBe(true);
    writeFileSync(disk('here.txt'), 'here');
    await client.files.move({ source: wire('here.txt'), target: wire('there.txt') });

    await restart(2 * DAY);
    expect(await refusal(list(withToken(client.token)))).toBe(18);
    const later = await signedIn();
    await later.journal.undo({ id: [] });
    const read = (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end)));
    expect(await uploadFile(later, { target, size: data.length, mtime: 1_700_000_000, read })).toMatchObject({
      _tag: 'Right',
      right: { resumedAt: 1_000_000 },
    });
    expect(sha(readFileSync(disk('long.bin')))).toBe(sha(data));
    const { id } = await later.tasks.add(copyTask(OWNER, target, wire('Download')));
    expect(await waitForTask(later, OWNER, id)).toMatchObject({ tb_state: 1 });
    expect([existsSync(disk('here.txt')), existsSync(disk('there.txt'))]).toEqual([true, false]);
    expect(scratchOf(box.usb1)).toEqual([]);
  });

  it('back at the right time a token of the future is good for a day from now, and no longer', async () => {
    const future = await signedIn();
    await restart(0);
    expect((await list(withToken(future.token))).sum).toBeGreaterThan(0);
    await restart(DAY + MINUTE);
    expect(await refusal(list(withToken(future.token)))).toBe(18);
  });

  it('a lock lasts its ten minutes, also when the clock is set back by a year meanwhile', async () => {
    const wrong = () => refusal(signIn(box.origin, CHILD, 'wrong-password'));
    const right = () => refusal(signIn(box.origin, CHILD, PASSWORD));
    await restart(0);
    for (let tries = 0; tries < 5; tries++) expect(await wrong()).toBe(2003);
    expect(await right()).toBe(2002);
    await restart(-365 * DAY);
    expect(await right()).toBe(2002);
    await restart(-365 * DAY + 11 * MINUTE);
    expect(await right()).toBe(0);
    guard.check(box);
  });
});
