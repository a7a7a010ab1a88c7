/**
 * A disk that is pulled in the middle of an upload, a copy and a listing, while somebody looks at it, and put in again: `BROWSER_PULLS=50` for the
 * long run. How long the desktop took to follow is printed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, copyTask, isRight, uploadFile } from '@boxwood/box-sdk';
import { makeRemovableDisk } from '../lib/machine/small-disk.ts';
import { OWNER, PASSWORD } from './desktop-page.ts';
import { entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const ROUNDS = Number(process.env['BROWSER_PULLS'] ?? 2);
/** A window that does not follow at all is not waited for. */
const SEEN_MS = 30_000;
const MEGABYTE = 1024 * 1024;
const sha = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

test(`${ROUNDS} rounds of a disk pulled under an open window: nothing in its bare folder, nothing lost, the window follows @full`, async ({
  page,
  box,
}) => {
  test.setTimeout(60_000 + 30_000 * ROUNDS);
  const stick = makeRemovableDisk(50 + 8 * ROUNDS);
  test.skip(stick === null, 'mounting needs the rights to');
  if (stick === null) return;
  const place = join(box.dataDir, 'extdev', 'Pulled card');
  const wire = '/mnt/extdev/Pulled card';
  const large = randomBytes(3 * MEGABYTE);
  const here = seed(box, 'Pulled', {});
  mkdirSync(place, { recursive: true });
  const took = new Map<string, number[]>();
  // `waitFor` looks at each frame; an assertion looks again after up to a second.
  const timed = async (what: string, seen: Promise<void>): Promise<void> => {
    const from = performance.now();
    await seen;
    took.set(what, [...(took.get(what) ?? []), performance.now() - from]);
  };
  /** What was acknowledged, by its name. */
  const kept = new Map<string, string>();
  try {
    const ann = await connect(`${box.origin}/`, { user: OWNER, password: PASSWORD });
    const window = await openFiles(page);
    const shown = window
      .getByRole('navigation', { name: 'Places' })
      .getByRole('button', { name: 'Pulled card', exact: true });
    const upload = async (name: string, data: Buffer): Promise<void> => {
      const done = await uploadFile(ann, {
        target: `${wire}/${name}`,
        size: data.length,
        mtime: 1_700_000_000,
        read: (from: number, to: number) => Promise.resolve(new Uint8Array(data.subarray(from, to))),
      });
      if (isRight(done)) kept.set(name, sha(data));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      stick.plug(place);
      await timed('a disk that came', shown.waitFor({ timeout: SEEN_MS }));
      if (round === 0) await shown.click();
      // The newest stands first: rows that are out of sight are not there.
      const whole = `${String(ROUNDS - round).padStart(3, '0')} whole.bin`;
      if (round === 0) await ann.files.makeFolder({ path: `${wire}/to` });
      writeFileSync(join(here, `large ${round}.bin`), large);
      await upload(whole, randomBytes(1000));
      expect(kept.has(whole)).toBe(true);
      await timed('a file that came', entry(window, whole).waitFor({ timeout: SEEN_MS }));
      const acts = Promise.allSettled([
        upload(`cut ${round}.bin`, randomBytes(4 * MEGABYTE)),
        ann.tasks
          .add(copyTask(OWNER, `/mnt/usb1/${OWNER}/Pulled/large ${round}.bin`, `${wire}/to`))
          .then(async ({ id }) => {
            const ended = await ann.tasks.wait(id);
            if (ended.outcome === 'done') kept.set(`to/large ${round}.bin`, sha(large));
          }),
        ...Array.from({ length: 5 }, () => ann.files.list({ path: wire, count: 500, hasbaseinfo: 0 })),
      ]);
      await delay((round * 37) % 250);
      stick.pull(place);
      await timed('a disk that went', shown.waitFor({ state: 'detached', timeout: SEEN_MS }));
      await expect(window.getByText('“Pulled card” is not connected')).toBeVisible();
      await acts;
      expect(readdirSync(place), `round ${round}`).toEqual([]);
    }
    stick.plug(place);
    await expect(entry(window, 'to')).toBeVisible();
    expect(kept.size).toBeGreaterThanOrEqual(ROUNDS);
    for (const [name, hash] of kept) expect(sha(readFileSync(join(place, name))), name).toBe(hash);
    for (const [what, times] of took) {
      const sorted = times.toSorted((one, other) => one - other).map(Math.round);
      console.log(
        `${what}, seen after: ${sorted[sorted.length >> 1] ?? 0} ms in the middle, ${sorted.at(-1) ?? 0} ms at most`,
      );
    }
    console.log(`${kept.size} files were acknowledged in ${ROUNDS} rounds`);
  } finally {
    stick.pull(place);
    rmSync(place, { recursive: true, force: true });
    stick.remove();
  }
});
