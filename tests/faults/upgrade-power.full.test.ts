/**
 * Real power cuts during an upgrade, on a real file system: unsynced data is lost, and one of the two versions runs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../lib/box/box-process.ts';
import {
  type FileSystem,
  type LossyDisk,
  makeLossyDisk,
  lossyDiskUnavailableReason,
} from '../lib/machine/lossy-disk.ts';
import { FIRST_VERSION } from '../lib/box/releases.ts';
import {
  buildSharedRelease,
  childrenOf,
  waitUntilEnded,
  startUpgradeFixture,
  type UpgradeFixture,
} from '../lib/box/upgrade-fixture.ts';

const KINDS = ['ext4', 'xfs'] as const satisfies readonly FileSystem[];
const NEXT = '1.0.8';
const missing = new Map(
  await Promise.all(KINDS.map(async (kind) => [kind, await lossyDiskUnavailableReason(kind)] as const)),
);
for (const [kind, why] of missing)
  if (why !== null) console.log(`faults: SKIPPED upgrades and power cuts on ${kind}: ${why}`);

const work = mkdtempSync(join(tmpdir(), 'boxwood-power-'));
let built: ReturnType<typeof buildSharedRelease>;
beforeAll(() => {
  built = buildSharedRelease(work);
}, 120_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

const names = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

/** When to cut the power, by the content of the folder of releases. */
const MOMENTS: Readonly<Record<string, (releases: string) => boolean>> = {
  'while it is unpacked': (releases) => names(releases).some((name) => name.startsWith('.new-')),
  'when it has its name': (releases) => names(releases).includes(`v-${NEXT}`),
  'when it is to be tried': (releases) => textOf(join(releases, 'in-use.json')).includes('"trial"'),
  'when it is tried': (releases) => textOf(join(releases, 'in-use.json')).includes('"tries":1'),
  'when it is in use': (releases) =>
    textOf(join(releases, 'in-use.json')).includes('"use":"v-') &&
    !textOf(join(releases, 'in-use.json')).includes('trial'),
};

describe.each(KINDS.filter((kind) => missing.get(kind) === null))('an upgrade and a power cut on %s', (kind) => {
  it.each(Object.keys(MOMENTS))(
    '%s: one version runs, whole, and in the end the new one',
    { timeout: 180_000 },
    async (moment) => {
      const disk: LossyDisk = makeLossyDisk(kind);
      let home: UpgradeFixture | null = null;
      try {
        home = await startUpgradeFixture({ built, dataDir: join(disk.folder, 'data') });
        const { client, releases } = home;
        home.offer({ version: NEXT });
        await client.upgrade.start({ user: OWNER, value: NEXT });
        await until(() => MOMENTS[moment]?.(releases) ?? true);
        disk.cut();
        const children = childrenOf(home.box.child.pid ?? 0);
        for (const pid of children) process.kill(pid, 'SIGKILL');
        await home.box.kill();
        await waitUntilEnded(children);
        await disk.restore();
        await home.restart();
        const first = await home.version();
        expect([FIRST_VERSION, NEXT]).toContain(first);
        const running = home;
        // Either version restarts the interrupted job.
        await expect.poll(() => running.version(), { timeout: 100_000, interval: 100 }).toBe(NEXT);
        await expect.poll(async () => (await running.status())?.code, { timeout: 60_000 }).toBe(5);
      } finally {
        await home?.remove();
        await disk.remove();
      }
    },
  );
});
