/** A box that is restarted while users work: retries succeed, and no acknowledged change is lost. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BoxError } from '@boxwood/box-sdk';
import { isRight, ListFiles, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { scratchOf, sha, watchInvariants } from './invariants.ts';

const LISTERS = 20;
const UPLOADS = 12;
const RESTARTS = Number(process.env['FAULT_RESTARTS'] ?? 2);
/** One client sends more concurrent calls here than a browser does. */
const CALLS = ['--calls', '40'] as const;

/**
 * What a restart may do to a call: a cut connection, a refused connection, or a box that is stopping (503). Everything
 * else is an answer.
 */
const ofTheRestart = (error: BoxError): boolean => error._tag === 'Network';

it.each(['stop', 'kill'] as const)(
  `${RESTARTS} restarts (%s) under ${LISTERS} listers and ${UPLOADS} uploads: all is served and whole at the end`,
  async (how) => {
    const first = await startBoxProcess({ args: CALLS });
    const { port, dataDir, usb1 } = first;
    let box: BoxProcess = first;
    const guard = watchInvariants(usb1);
    const owner = await signIn(first.origin, OWNER);
    const child = await signIn(first.origin, CHILD);
    for (const { token } of [owner, child]) guard.secret(token);

    let working = true;
    let listed = 0;
    const strange: unknown[] = [];
    const list = async (who: typeof owner, user: string): Promise<void> => {
      while (working) {
        const page = await who.exec(ListFiles, { path: `/mnt/usb1/${user}`, count: 100, hasbaseinfo: 0 })();
        if (isRight(page)) listed += 1;
        else if (!ofTheRestart(page.left)) strange.push(page.left);
        await delay(5);
      }
    };
    const data = Array.from({ length: UPLOADS }, () => randomBytes(9_000_000));
    const send = async (bytes: Buffer, index: number): Promise<void> => {
      const source = {
        target: `/mnt/usb1/${OWNER}/sent ${index}.bin`,
        size: bytes.length,
        mtime: 1_700_000_000,
        read: (start: number, end: number) => Promise.resolve(new Uint8Array(bytes.subarray(start, end))),
      };
      for (;;) {
        const sent = await uploadFile(owner, source);
        if (isRight(sent)) return;
        if (!ofTheRestart(sent.left)) throw new Error(JSON.stringify(sent.left));
        await delay(50);
      }
    };

    const listers = Array.from({ length: LISTERS }, (_, at) =>
      at % 2 === 0 ? list(owner, OWNER) : list(child, CHILD),
    );
    const uploads = Promise.all(data.map(send));
    for (let round = 0; round < RESTARTS; round++) {
      const before = listed;
      while (listed < before + 2 * LISTERS) await delay(10);
      await box[how]();
      guard.check(box);
      box = await startBoxProcess({ dataDir, withUsers: false, args: [...CALLS, '--port', String(port)] });
    }
    await uploads;
    const last = listed;
    while (listed < last + LISTERS) await delay(10);
    working = false;
    await Promise.all(listers);

    expect(strange).toEqual([]);
    for (const [index, bytes] of data.entries()) {
      const file = join(usb1, OWNER, `sent ${index}.bin`);
      expect(existsSync(file) && sha(readFileSync(file)) === sha(bytes), file).toBe(true);
    }
    expect(scratchOf(usb1).filter((name) => name.includes('parts/'))).toEqual([]);
    guard.check(box);
    guard.remove();
    await box.stop();
    await first.remove();
  },
  120_000,
);
