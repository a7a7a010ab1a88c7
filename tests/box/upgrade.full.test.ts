/**
 * A box that upgrades itself: a real release, later ones that a real account service offers, and the launcher that
 * starts them on one port.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoxFailure } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../lib/box/box-process.ts';
import { FIRST_VERSION, minisign } from '../lib/box/releases.ts';
import { startUpgradeFixture, type UpgradeFixture } from '../lib/box/upgrade-fixture.ts';

let home: UpgradeFixture;
/** Written into the box before anything fails: the users' data. */
const KEPT = `/mnt/usb1/${OWNER}/kept.txt`;

beforeAll(async () => {
  home = await startUpgradeFixture({ readySeconds: 12 });
  writeFileSync(join(home.box.usb1, OWNER, 'kept.txt'), 'kept');
  await home.client.favourites.put({ path: KEPT });
}, 300_000);
afterAll(() => home.remove());

const refusal = (version: string): Promise<unknown> =>
  home.client.upgrade.start({ user: OWNER, value: version }).then(
    () => 'taken',
    (failure: unknown) =>
      failure instanceof BoxFailure && failure.error._tag === 'Refused' ? failure.error.code : failure,
  );

/** The users' data on the box: files, favourites and sessions, and which release is in use. */
const configuration = async () => ({
  file: readFileSync(join(home.box.usb1, OWNER, 'kept.txt'), 'utf8'),
  favourites: (await home.client.favourites.list()).list.map(({ path }) => path),
  version: await home.version(),
});

/** Requests a version and waits for the end of the upgrade. */
const ended = async (version: string): Promise<number> => {
  expect(await refusal(version)).toBe('taken');
  const over = async () => {
    const now = await home.status();
    return now === null || now.running === 1 ? null : now.version;
  };
  await expect.poll(over, { timeout: 100_000, interval: 100 }).toBe(version);
  return (await home.status())?.code ?? 0;
};

/** A program that is started in place of the box and crashes. */
const CRASHES = 'process.exit(3);';
const SAYS_NOTHING = 'setInterval(() => undefined, 1000);';

describe('a signature', () => {
  it('of ours is read by minisign, and one of minisign by the box', async () => {
    const file = home.offer({ version: '1.0.8', program: CRASHES });
    const judged = minisign('-V', '-m', file, '-p', `${home.key}.pub`);
    expect(judged).toMatchObject({ status: 0 });
    const [, comment = ''] = /Trusted comment: (.*)/.exec(judged.said) ?? [];
    expect(comment).toMatch(/^boxwood-box platform=\S+ bytes=\d+ N2=1\.0\.8 N3=1\.0\.8 G2=1\.0\.8$/);
    rmSync(`${file}.minisig`);
    expect(minisign('-S', '-s', home.key, '-m', file, '-t', comment)).toMatchObject({ status: 0 });
    // Its signature is accepted and it is started, but it contains no box.
    expect(await ended('1.0.8')).toBe(8);
  }, 120_000);
});

describe('an upgrade that comes to nothing', () => {
  it('is refused where the version is no newer one', async () => {
    for (const version of [FIRST_VERSION, '1.0.6', '1.0', '', 'newest'])
      expect(await refusal(version), version).not.toBe('taken');
    expect(await refusal(FIRST_VERSION)).toBe(11);
  });

  for (const [what, code, words, make] of [
    ['one that nobody offers', 6, 'could not be downloaded', () => undefined],
    ['one that ends', 8, 'ended before it was ready', (version: string) => home.offer({ version, program: CRASHES })],
    [
      'one that never answers',
      8,
      'not ready in time',
      (version: string) => home.offer({ version, program: SAYS_NOTHING }),
    ],
    [
      'one with another byte',
      7,
      'not what was signed',
      (version: string) => {
        const file = home.offer({ version, program: CRASHES });
        const bytes = readFileSync(file);
        bytes[300] = (bytes[300] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
    ],
  ] as const) {
    it(
      `SYSTEM-07 ERR-035 ERR-036 ERR-037: ${what}: the box of before runs, and says why once`,
      { timeout: 150_000 },
      async () => {
        const version = `1.1.${what.length}${code}`;
        const [before, told] = [await configuration(), await home.notices()];
        make(version);
        expect(await ended(version)).toBe(code);
        expect(await configuration()).toEqual(before);
        await expect.poll(async () => (await home.notices()).length, { timeout: 20_000 }).toBeGreaterThan(told.length);
        const [newest, ...others] = await home.notices();
        expect(newest).toContain(`version ${version} was not made`);
        expect(newest).toContain(words);
        expect(newest).toContain(`Version ${FIRST_VERSION} runs as before. Nothing was lost.`);
        expect(others).toEqual(told);
        expect(home.box.child.exitCode).toBeNull();
      },
    );
  }
});

describe('an upgrade', () => {
  it(
    'SYSTEM-06 G-49: goes on where the line broke, and is offered by the account service',
    { timeout: 150_000 },
    async () => {
      const version = '1.2.0';
      home.offer({ version });
      expect(await home.person.box.newestVersion({ boxType: 'G2' })).toMatchObject({ Version: version });
      expect((await home.client.offers.list()).areas.find(({ area }) => area === 'upgrade')).toMatchObject({
        state: 'offered',
      });
      const before = await configuration();
      home.line.cutAfter('down', 3_000_000);
      expect(await refusal(version)).toBe('taken');
      // There is one now.
      expect(await refusal('1.3.0')).toBe(2);
      await expect.poll(() => home.version(), { timeout: 120_000, interval: 200 }).toBe(version);
      expect(await home.status()).toMatchObject({ running: 0, version, progress: 100, code: 5 });
      expect(await configuration()).toEqual({ ...before, version });
      // A box that was upgraded once can be upgraded again, and knows its version.
      expect(await refusal(FIRST_VERSION)).toBe(11);
    },
  );

  it(
    'is kept over a restart of the launcher, and goes to the next one; two releases are kept',
    { timeout: 150_000 },
    async () => {
      await home.box.stop();
      expect(home.box.child.exitCode).toBe(0);
      await home.restart();
      expect(await home.version()).toBe('1.2.0');
      for (const version of ['1.2.1', '1.2.2']) {
        home.offer({ version });
        expect(await refusal(version)).toBe('taken');
        await expect.poll(() => home.version(), { timeout: 120_000, interval: 200 }).toBe(version);
      }
      // It answers clients a moment before it reports to its launcher.
      const kept = (): readonly string[] => readdirSync(home.releases).filter((name) => name.startsWith('v-'));
      await expect.poll(kept, { timeout: 20_000 }).toEqual(['v-1.2.1', 'v-1.2.2']);
    },
  );
});
