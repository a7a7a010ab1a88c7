/** Uploads in a real box that is killed again and again: `FAULT_UPLOADS=300` for the long run. */
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { isRight, PutChunk, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { scratchOf, sha, watchInvariants } from './invariants.ts';

const UPLOADS = Number(process.env['FAULT_UPLOADS'] ?? 20);
/** Uploads in progress when the box is killed. */
const TOGETHER = 10;
const CHUNK = 256 * 1024;
const PAST_CACHE = 32 * 1024 * 1024;

interface Upload {
  readonly name: string;
  readonly data: Buffer;
  /** Bytes that the box acknowledged. */
  acked: number;
  /** Whether the box reported the file as complete. */
  done: boolean;
}

describe(`${UPLOADS} uploads, each met by SIGKILL`, () => {
  let box: BoxProcess;
  let guard: ReturnType<typeof watchInvariants>;
  const wire = (name: string) => `/mnt/usb1/${OWNER}/in/${name}`;
  const disk = (name: string) => join(box.usb1, OWNER, 'in', name);
  const again = async (): Promise<BoxClient> => {
    const client = await signIn(box.origin, OWNER);
    guard.secret(client.token);
    return client;
  };

  beforeAll(async () => {
    box = await startBoxProcess();
    guard = watchInvariants(box.usb1);
    mkdirSync(disk(''));
  });
  afterAll(async () => {
    guard.remove();
    await box.remove();
  });

  /** Uploads in chunks and records every acknowledgement; returns when the box has ended. */
  const upload = async (client: BoxClient, file: Upload): Promise<void> => {
    const size = file.data.length;
    try {
      const { uuid } = await client.transfers.prepare({ target: wire(file.name), size });
      for (let at = 0; at < size; at += CHUNK) {
        const piece = new Uint8Array(file.data.subarray(at, at + CHUNK));
        if (!isRight(await client.transfer(PutChunk, { uuid, start: at }, piece)())) return;
        file.acked = at + piece.length;
      }
      await client.transfers.finish({ target: wire(file.name), size, reserved: '0', uuid, ctime: 1_700_000_000 });
      file.done = true;
    } catch {
      // Killed: only what was acknowledged until then counts.
    }
  };

  it(
    'UPLOAD-10, UPLOAD-12: no byte that was answered is lost, nothing half is seen, and every one goes on to its end',
    { timeout: 60_000 + UPLOADS * 8000 },
    async () => {
      const met = { done: 0, resumed: 0, begun: 0 };
      for (let first = 0; first < UPLOADS; first += TOGETHER) {
        const files: Upload[] = Array.from({ length: Math.min(TOGETHER, UPLOADS - first) }, (_, n) => ({
          name: `${first + n}.bin`,
          // One of each ten is large enough for the box to use direct I/O.
          data: randomBytes(randomInt(1, 3_000_000) + (n === 0 ? PAST_CACHE : 0)),
          acked: 0,
          done: false,
        }));
        let client = await again();
        const under = files.map((file) => upload(client, file));
        // From before the first byte until after the last of the small files: when this many of their bytes were
        // acknowledged, and a little later.
        const small = files.slice(1);
        const total = small.reduce((sum, { data }) => sum + data.length, 0);
        const limit = Math.min(total, Math.random() * 1.2 * total);
        const over = Promise.all(under);
        const reached = async (): Promise<void> => {
          while (small.reduce((sum, { acked }) => sum + acked, 0) < limit) await delay(1);
        };
        await Promise.race([reached(), over]);
        await delay(randomInt(0, 40));
        const { dataDir } = box;
        await box.kill();
        await over;
        guard.check(box);

        for (const name of readdirSync(disk('')))
          expect(sha(readFileSync(disk(name))), name).toBe(
            sha(files.find((file) => file.name === name)?.data ?? Buffer.alloc(0)),
          );
        for (const { name, done } of files) if (done) expect(existsSync(disk(name)), name).toBe(true);

        box = await startBoxProcess({ dataDir });
        client = await again();
        for (const { name, data, acked } of files) {
          const target = wire(name);
          if (!existsSync(disk(name))) {
            const { start = 0 } = await client.transfers.prepare({ target, size: data.length });
            expect(start, name).toBeGreaterThanOrEqual(acked);
            met[start > 0 ? 'resumed' : 'begun'] += 1;
            const read = (from: number, to: number) => Promise.resolve(new Uint8Array(data.subarray(from, to)));
            expect(await uploadFile(client, { target, size: data.length, mtime: 1_700_000_000, read })).toMatchObject({
              _tag: 'Right',
            });
          } else met.done += 1;
          expect(sha(readFileSync(disk(name))), name).toBe(sha(data));
        }
        expect(scratchOf(box.usb1)).toEqual([]);
        guard.check(box);
        for (const { name } of files) rmSync(disk(name));
      }
      // Kills that only happen after the end prove nothing.
      expect(met.resumed + met.begun).toBeGreaterThan(0);
      console.log(
        `faults: ${UPLOADS} uploads killed: ${met.done} were there, ${met.resumed} went on, ${met.begun} began anew`,
      );
    },
  );
});
