/** A box that is killed while it indexes pictures ends with the same index as an undisturbed run. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BoxClient, TimelinePhoto } from '@boxwood/box-sdk';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { makePicture } from '../lib/media/png-picture.ts';

const KILLS = Number(process.env['FAULT_KILLS'] ?? 20);
const EACH = 40;
/** Milliseconds, spread over the duration of an index run; consecutive values are no multiples of each other. */
const moment = (round: number): number => (round * 137) % 700;

const linesOf = (list: readonly TimelinePhoto[]): readonly string[] =>
  list.map(({ id, path, taken, width, height, kind }) => [id, path, taken, width, height, kind].join(' ')).toSorted();
/** All files of the timeline. */
const seenBy = async (client: BoxClient): Promise<readonly string[]> => {
  const { list, total } = await client.photos.run({ start: 0, count: 1000 });
  expect(list).toHaveLength(total);
  return linesOf(list);
};

it(
  `${KILLS} kills while pictures come, go and are renamed: none is lost, none is there twice`,
  { timeout: 400_000 },
  async () => {
    let box = await startBoxProcess();
    const disk = (...names: readonly string[]): string => join(box.usb1, OWNER, ...names);
    const pictures = (): readonly string[] =>
      readdirSync(disk('Pictures'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'));
    try {
      for (let round = 0; round < KILLS; round += 1) {
        const folder = disk('Pictures', `round ${round}`);
        mkdirSync(folder, { recursive: true });
        for (let at = 0; at < EACH; at += 1) writeFileSync(join(folder, `${at}.png`), makePicture(`${round} ${at}`));
        await delay(moment(round));
        // Changes meanwhile, of which the killed box may have seen a part.
        renameSync(join(folder, '0.png'), join(folder, 'renamed.png'));
        rmSync(join(folder, '1.png'));
        if (round % 4 === 3) renameSync(disk('Pictures', `round ${round - 1}`), disk('Pictures', `moved ${round}`));
        await delay(moment(round + 1) % 200);
        await box.kill();
        box = await startBoxProcess({ dataDir: box.dataDir, withUsers: false });
      }
      const there = pictures().length;
      expect(there).toBe(KILLS * (EACH - 1));
      let client = await signIn(box.origin, OWNER);
      await expect.poll(async () => (await seenBy(client)).length, { timeout: 120_000 }).toBe(there);
      const afterKills = await seenBy(client);
      expect(new Set(afterKills).size).toBe(there);

      await box.stop();
      for (const name of ['', '-shm', '-wal'])
        rmSync(join(box.dataDir, `.boxwood/photos.sqlite${name}`), { force: true });
      box = await startBoxProcess({ dataDir: box.dataDir, withUsers: false });
      client = await signIn(box.origin, OWNER);
      await expect.poll(async () => (await seenBy(client)).length, { timeout: 120_000 }).toBe(there);
      await expect.poll(() => seenBy(client), { timeout: 60_000 }).toEqual(afterKills);
    } finally {
      await box.remove();
      for (const folder of [box.dataDir, `${box.dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
    }
  },
);
