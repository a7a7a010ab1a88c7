/**
 * An interrupted upgrade: box or launcher are killed in the middle of it, the disk is full, or the new version has
 * changed the databases.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../lib/box/box-process.ts';
import { FIRST_VERSION } from '../lib/box/releases.ts';
import { canMount, mountSmallDisk, unmount } from '../lib/machine/small-disk.ts';
import {
  childrenOf,
  waitUntilEnded,
  processesUsing,
  startUpgradeFixture,
  type UpgradeFixture,
} from '../lib/box/upgrade-fixture.ts';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Polls until the condition holds, at an interval shorter than any state it has to catch. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

describe('killed in the middle', () => {
  let home: UpgradeFixture;
  let version = '';
  let count = 0;
  beforeAll(async () => {
    home = await startUpgradeFixture();
    writeFileSync(join(home.box.usb1, OWNER, 'kept.txt'), 'kept');
  }, 300_000);
  afterAll(() => home.remove());

  const names = (): readonly string[] => (existsSync(home.releases) ? readdirSync(home.releases) : []);
  const inUse = (): string => read(join(home.releases, 'in-use.json'));

  /** When to kill. */
  const MOMENTS: Readonly<Record<string, () => Promise<void> | void>> = {
    'while it downloads': async () => {
      home.line.cutAfter('down', 4_000_000);
      await home.client.upgrade.start({ user: OWNER, value: version });
      // The connection is cut, and it waits a second before it retries.
      await until(() => names().includes('.download'));
    },
    'while it is unpacked': () => until(() => names().some((name) => name.startsWith('.new-'))),
    'when it is unpacked': () => until(() => names().includes(`v-${version}`)),
    'when the launcher has written it down': () => until(() => inUse().includes('"trial"')),
    'while the databases are backed up': () =>
      until(() => names().includes('before') && inUse().includes('"backedUp":0')),
    'while the new one starts': () => until(() => inUse().includes('"backedUp":1')),
  };

  for (const [moment, wait] of Object.entries(MOMENTS))
    for (const who of ['the box', 'the launcher'] as const)
      it(
        `${who}, ${moment}: the version of before or the new one runs, and in the end the new one`,
        { timeout: 150_000 },
        async () => {
          const before = await home.version();
          count += 1;
          version = `1.3.${count}`;
          home.offer({ version });
          if (moment !== 'while it downloads') await home.client.upgrade.start({ user: OWNER, value: version });
          await wait();
          const launcher = home.box.child.pid ?? 0;
          const children = childrenOf(launcher);
          for (const pid of who === 'the box' ? children : [launcher])
            try {
              process.kill(pid, 'SIGKILL');
            } catch {
              // It had just ended.
            }
          if (who === 'the launcher') {
            await home.box.kill();
            // A box ends with its launcher, even while it is starting.
            await waitUntilEnded(processesUsing(home.box.dataDir));
          }
          // The launcher ends when a box ends that was not on trial; systemd starts it again.
          const isOver = () => home.box.child.exitCode !== null || home.box.child.signalCode !== null;
          const seen = new Set<string>();
          const look = async () => {
            if (isOver()) await home.restart();
            const now = await home.version();
            if (now !== '') seen.add(now);
            return now;
          };
          await expect.poll(look, { timeout: 120_000, interval: 100 }).not.toBe('');
          // A trial interrupted by a kill is started twice at most; then the upgrade is requested again.
          const settled = async () => {
            await look();
            const now = await home.status();
            return now !== null && now.running === 0 && !inUse().includes('"trial"');
          };
          await expect.poll(settled, { timeout: 120_000, interval: 100 }).toBe(true);
          if ((await home.version()) !== version) {
            await home.client.upgrade.start({ user: OWNER, value: version });
            await expect.poll(look, { timeout: 120_000, interval: 100 }).toBe(version);
          }
          expect([...seen].every((each) => each === before || each === version)).toBe(true);
          expect(read(join(home.box.usb1, OWNER, 'kept.txt'))).toBe('kept');
          const finished = () =>
            names().filter((name) => name.startsWith('.')).length === 0 && !inUse().includes('trial');
          await expect.poll(finished, { timeout: 30_000 }).toBe(true);
        },
      );
});

describe.each([
  ['elsewhere', false],
  ['inside', true],
] as const)(
  'with an account service %s, a new version that has changed the databases and does not run',
  (_, inside) => {
    let home: UpgradeFixture;
    beforeAll(async () => {
      home = await startUpgradeFixture({ inside });
    }, 300_000);
    afterAll(() => home.remove());

    it(
      'leaves them as they were before; what was written into them is kept aside, and told of',
      { timeout: 150_000 },
      async () => {
        const version = '1.4.0';
        const database = join(home.box.dataDir, '.boxwood', 'box.sqlite');
        writeFileSync(join(home.box.usb1, OWNER, 'kept.txt'), 'kept');
        await home.client.favourites.put({ path: `/mnt/usb1/${OWNER}/kept.txt` });
        home.offer({
          version,
          program: `import { DatabaseSync } from 'node:sqlite';
        const database = new DatabaseSync(${JSON.stringify(database)});
        database.exec("INSERT INTO schema_steps VALUES ('tomorrow', 1, 'x'); CREATE TABLE tomorrow (a INTEGER) STRICT; DELETE FROM favourites");
        database.close();
        process.exit(1);`,
        });
        await home.client.upgrade.start({ user: OWNER, value: version });
        await expect
          .poll(
            () =>
              home.notices().then(
                ([newest = '']) => newest,
                () => '',
              ),
            { timeout: 100_000 },
          )
          .toContain(version);
        expect((await home.notices())[0]).toContain('with its databases as they were before the update');
        expect(
          readdirSync(join(home.box.dataDir, '.boxwood-backups')).filter((name) => name.startsWith('aside-')),
        ).toHaveLength(1);
        // Sessions are not restored from a backup: every user signs in again.
        const { signIn } = await import('../lib/box/client.ts');
        const anew = await signIn(home.box.origin, OWNER);
        expect(await anew.system.product()).toMatchObject({ version: FIRST_VERSION });
        expect((await anew.favourites.list()).list).toHaveLength(1);
        expect(await anew.upgrade.status({ user: OWNER })).toEqual({ running: 0, version, progress: 0, code: 8 });
      },
    );
  },
);

describe.skipIf(!canMount())('a full disk', () => {
  for (const [what, options, words] of [
    ['too small for it', 'size=40m', 'not enough space'],
    // There is enough space, but not enough inodes.
    ['that is full while it is unpacked', 'size=800m,nr_inodes=60', 'not enough space'],
  ] as const)
    it(`${what}: the box of before runs, with the number for space`, { timeout: 300_000 }, async () => {
      const disk = mountSmallDisk(options) ?? '';
      const releases = join(disk, 'releases');
      mkdirSync(releases);
      const home = await startUpgradeFixture({ releases });
      try {
        home.offer({ version: '1.5.0' });
        await home.client.upgrade.start({ user: OWNER, value: '1.5.0' });
        const over = async () => (await home.status())?.code;
        await expect.poll(over, { timeout: 100_000, interval: 100 }).toBe(9);
        expect(await home.version()).toBe(FIRST_VERSION);
        await expect.poll(async () => (await home.notices())[0] ?? '').toContain(words);
        expect(readdirSync(releases)).toEqual([]);
      } finally {
        await home.remove();
        unmount(disk);
      }
    });
});
