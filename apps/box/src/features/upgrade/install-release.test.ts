/**
 * Downloads of a package: bytes that are present are not requested again, an interrupted download resumes, and an
 * unsigned package is not downloaded.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RemoteRefused } from '../downloads/open-remote.ts';
import { Progress } from '../../runtime/progress.ts';
import { ReleaseInstall, UpgradeFailed } from './install-release.ts';
import type { PackageSource } from './package-source.ts';

const ID = Buffer.from('12345678');
const pair = generateKeyPairSync('ed25519');
const otherPair = generateKeyPairSync('ed25519');
const key = { id: ID, key: pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) };
const COMMENT = 'boxwood-box platform=linux-x64 bytes=1000 G2=1.0.9';
/** Correctly signed but not a package: the install fails at unpacking. */
const PACKAGE = Buffer.from('abcdefghij');

const signatureOf = (comment: string, { privateKey } = pair): Buffer => {
  const own = sign(null, createHash('blake2b512').update(PACKAGE).digest(), privateKey);
  const global = sign(null, Buffer.concat([own, Buffer.from(comment)]), privateKey);
  const first = Buffer.concat([Buffer.from('ED'), ID, own]).toString('base64');
  return Buffer.from(`untrusted comment: x\n${first}\ntrusted comment: ${comment}\n${global.toString('base64')}\n`);
};

let folder: string;
let asked: string[];
let steps: number[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-install-'));
  [asked, steps] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

const kept = (): number => statSync(join(folder, '.download'), { throwIfNoEntry: false })?.size ?? 0;

const pieces = async function* (bytes: Buffer, breaks: boolean, upTo = 0): AsyncGenerator<Buffer> {
  yield bytes;
  // The received bytes are on the disk by then, as most of a large package is.
  while (breaks && kept() < upTo) await new Promise((resolve) => setImmediate(resolve));
  if (breaks) throw new Error('the connection was lost');
};

/**
 * A service whose connection breaks after the given numbers of bytes, one per request; `validator` is its ETag of the
 * package.
 */
const service =
  (
    breaksAfter: readonly number[],
    validator: string | null,
    comment = COMMENT,
    { sent = PACKAGE, signature = signatureOf(comment) }: { sent?: Buffer; signature?: Buffer | null } = {},
  ): PackageSource =>
  (_, { what, from }) => {
    if (what === 'signature') {
      if (signature === null) return Promise.resolve(null);
      const bytes = signature;
      return Promise.resolve({ from: 0, total: bytes.length, body: pieces(bytes, false), validator: null });
    }
    asked.push(`from ${from}`);
    const most = breaksAfter[asked.length - 1];
    const rest = sent.subarray(from, most);
    return Promise.resolve({ from, total: sent.length, body: pieces(rest, most !== undefined, most), validator });
  };

const installed = (source: PackageSource, releases = folder): Promise<unknown> =>
  new ReleaseInstall(
    {
      releases,
      dataDir: folder,
      stateDir: folder,
      source,
      key: () => key,
      launcher: { switchRelease: () => Promise.resolve(true) },
      targetFor: (version) => ({ model: 'G2', version, platform: 'linux-x64' }),
    },
    '1.0.9',
    { signal: AbortSignal.timeout(30_000), progress: new Progress(), setStage: (code) => steps.push(code) },
  )
    .run()
    .then(
      () => 'installed',
      (failure: unknown) => (failure instanceof UpgradeFailed ? [failure.code, failure.why] : failure),
    );

describe('a package', () => {
  it('goes on at the byte where the line broke', async () => {
    expect(await installed(service([4, 7], '"same"'))).toEqual([8, 'damaged']);
    expect(asked).toEqual(['from 0', 'from 4', 'from 7']);
    // Downloaded and checked, then written.
    expect(steps).toEqual([1, 2]);
  });

  it('begins anew where the service does not say that it is the same one', async () => {
    expect(await installed(service([4], null))).toEqual([8, 'damaged']);
    expect(asked).toEqual(['from 0', 'from 0']);
  });

  it('goes on after the box was killed, with what is here', async () => {
    const first = service([4], '"same"');
    const killed: PackageSource = (wanted, more) =>
      asked.length === 0 || more.what === 'signature'
        ? first(wanted, more)
        : Promise.reject(new RemoteRefused('killed here'));
    expect(await installed(killed)).toEqual([6, 'download']);
    expect(await installed(service([], '"same"'))).toEqual([8, 'damaged']);
    expect(asked).toEqual(['from 0', 'from 4']);
  });

  it('is not asked for when its signature is of something else', async () => {
    for (const comment of [
      COMMENT.replace('1.0.9', '1.0.8'),
      COMMENT.replace('linux-x64', 'linux-arm64'),
      COMMENT.replace('G2', 'N2'),
      'x',
    ])
      expect(await installed(service([], null, comment)), comment).toEqual([7, 'other']);
    expect(asked).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without a signature, or signed with another key, is refused before it is downloaded', async () => {
    for (const signature of [null, signatureOf(COMMENT, otherPair)]) {
      expect(await installed(service([], null, COMMENT, { signature }))).toEqual([7, 'signature']);
      expect(existsSync(join(folder, '.download'))).toBe(false);
    }
  });

  it.each([
    ['was cut off', PACKAGE.subarray(0, 6)],
    ['has another byte', Buffer.from('abcdeXghij')],
    ['has a byte more', Buffer.concat([PACKAGE, Buffer.from('k')])],
  ])('that %s is not what was signed, and is not unpacked', async (_, sent) => {
    expect(await installed(service([], null, COMMENT, { sent }))).toEqual([7, 'damaged']);
    expect(steps).toEqual([1]);
  });

  it('that has more bytes than were signed for finds no room on a disk without it', async () => {
    const huge = COMMENT.replace('bytes=1000', 'bytes=99999999999');
    expect(await installed(service([], null, huge))).toEqual([9, 'space']);
    expect(existsSync(join(folder, '.download'))).toBe(false);
  });
});
