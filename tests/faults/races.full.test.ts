/** Concurrent writers of one name: exactly one wins completely, and the others get an error. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { isRight, PutChunk, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { scratchOf, sha, watchInvariants } from './invariants.ts';

const ROUNDS = Number(process.env['FAULT_RUNS'] ?? 15);
const source = (target: string, data: Buffer, mtime: number) => ({
  target,
  size: data.length,
  mtime,
  read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});

describe('many hands on one name', () => {
  let box: BoxProcess;
  let one: BoxClient;
  let two: BoxClient;
  let guard: ReturnType<typeof watchInvariants>;
  beforeAll(async () => {
    box = await startBoxProcess();
    guard = watchInvariants(box.usb1);
    const [first, second] = [await signIn(box.origin, OWNER), await signIn(box.origin, OWNER)];
    for (const { token } of [first, second]) guard.secret(token);
    [one, two] = [first, second];
  });
  afterAll(async () => {
    guard.remove();
    await box.remove();
  });

  it(`two uploads, a rename and a delete, ${ROUNDS} times: what stands at the end is whole and is somebody's`, async () => {
    const outcomes = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const at = `/mnt/usb1/${OWNER}/race ${round}`;
      const disk = join(box.usb1, OWNER, `race ${round}`);
      mkdirSync(disk);
      const old = randomBytes(50_000);
      const other = randomBytes(40_000);
      const [red, blue] = [randomBytes(700_000), randomBytes(650_000)];
      writeFileSync(join(disk, 'x'), old);
      writeFileSync(join(disk, 'other'), other);
      const target = `${at}/x`;
      const tell = (work: Promise<unknown>) =>
        work.then(
          () => true,
          () => false,
        );
      const [redDone, blueDone, renamed, removed] = await Promise.all([
        uploadFile(one, source(target, red, 1_700_000_001)).then(isRight),
        uploadFile(two, source(target, blue, 1_700_000_002)).then(isRight),
        tell(one.files.move({ source: `${at}/other`, target })),
        tell(two.files.remove({ paths: [target] })),
      ]);
      const names = readdirSync(disk).toSorted();
      const whole = new Map([old, other, red, blue].map((data) => [sha(data), data]));
      // No file is partial, under any name.
      for (const name of names) expect(whole.has(sha(readFileSync(join(disk, name)))), names.join()).toBe(true);
      // A rename is atomic: the file has its old name, or it was renamed (and may then have been replaced or removed).
      if (!renamed) expect(sha(readFileSync(join(disk, 'other')))).toBe(sha(other));
      else expect(names).not.toContain('other');
      // No success was reported wrongly: without the delete the name exists, with acknowledged content.
      if (names.includes('x')) {
        const now = sha(readFileSync(join(disk, 'x')));
        const acknowledged = [
          ...(redDone ? [red] : []),
          ...(blueDone ? [blue] : []),
          ...(renamed ? [other] : []),
          ...(removed ? [] : [old]),
        ].map(sha);
        if (redDone || blueDone || renamed) expect(acknowledged).toContain(now);
      } else expect(removed).toBe(true);
      const key = `${redDone ? 'U' : '-'}${blueDone ? 'U' : '-'}${renamed ? 'R' : '-'}${removed ? 'D' : '-'}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
    expect(scratchOf(box.usb1)).toEqual([]);
    console.log(`races: ${[...outcomes].map(([what, times]) => `${what} x${times}`).join(', ')}`);
    guard.check(box);
  });

  it(`two renames to one free name, ${ROUNDS} times: one wins, the other stays where it was`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const at = `/mnt/usb1/${OWNER}/names ${round}`;
      const disk = join(box.usb1, OWNER, `names ${round}`);
      mkdirSync(disk);
      for (const name of ['a', 'b']) writeFileSync(join(disk, name), name);
      const went = await Promise.allSettled([
        one.files.move({ source: `${at}/a`, target: `${at}/x` }),
        two.files.move({ source: `${at}/b`, target: `${at}/x` }),
      ]);
      expect(went.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = went[0].status === 'fulfilled' ? 'a' : 'b';
      const loser = winner === 'a' ? 'b' : 'a';
      expect(readdirSync(disk).toSorted()).toEqual([loser, 'x']);
      expect(readFileSync(join(disk, 'x'), 'utf8')).toBe(winner);
    }
    guard.check(box);
  });

  it('two senders of one upload: the bytes are those of the sender that was answered', async () => {
    const target = `/mnt/usb1/${OWNER}/shared.bin`;
    const data = randomBytes(3_000_000);
    const { uuid } = await one.transfers.prepare({ target, size: data.length });
    const put = (client: BoxClient) => client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(data))();
    const answers = await Promise.all([put(one), put(two), put(one)]);
    expect(answers.some(isRight)).toBe(true);
    const done = await uploadFile(one, source(target, data, 1_700_000_003));
    expect(isRight(done)).toBe(true);
    expect(sha(readFileSync(join(box.usb1, OWNER, 'shared.bin')))).toBe(sha(data));
    expect(scratchOf(box.usb1)).toEqual([]);
  });
});
