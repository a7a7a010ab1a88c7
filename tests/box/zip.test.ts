/** Files and folders downloaded from a real box as one ZIP archive. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { zipUrl } from '@boxwood/box-sdk';
import { sevenZipPath } from '../../apps/box/src/storage/archives/seven-zip.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

type Person = BoxClient & { readonly token: string };

const MANY_NAMES = Array.from({ length: 3_000 }, (_, at) => `IMG_${at}.jpg`);

/** Every file below a folder with its bytes, every folder with null. */
const tree = (folder: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? null : readFileSync(path, 'latin1')];
    }),
  );

describe('a ZIP archive of one’s own files, at a real box', () => {
  let box: BoxProcess;
  let ann: Person;
  const out = mkdtempSync(join(tmpdir(), 'boxwood-zip-'));
  const wire = (...names: readonly string[]) => [`/mnt/usb1/${OWNER}`, ...names].join('/');
  const disk = (...names: readonly string[]) => join(box.usb1, OWNER, ...names);
  const address = async (who: Person, id: string) =>
    zipUrl({ base: box.origin, key: (await who.session.fileKey()).key }, id);
  /** Unpacks with 7-Zip. */
  const unpack = (bytes: Buffer): string => {
    const into = join(out, 'into');
    rmSync(into, { recursive: true, force: true });
    writeFileSync(join(out, 'a.zip'), bytes);
    execFileSync(sevenZipPath() ?? '7-Zip is missing', ['x', '-y', `-o${into}`, join(out, 'a.zip')], { stdio: 'pipe' });
    return into;
  };

  beforeAll(async () => {
    box = await startBoxProcess();
    mkdirSync(disk('Many'), { recursive: true });
    // Before the first request, whose connection the box closes after 6 s without a request.
    for (const name of MANY_NAMES) writeFileSync(disk('Many', name), name);
    ann = await signIn(box.origin, OWNER);
    mkdirSync(disk('Trip/第一天/empty'), { recursive: true });
    for (const name of ['a.txt', '#1? 100%.txt', '第一天/照片 🎉.jpg', '第一天/big.bin', 'none'])
      writeFileSync(disk('Trip', name), name === 'none' ? '' : randomBytes(name.endsWith('bin') ? 9_000_000 : 2_000));
  });
  afterAll(async () => {
    await box.remove();
    rmSync(out, { recursive: true });
  });

  it('goes on where the line broke, and unpacks to what is on the disk', async () => {
    const offer = await ann.files.prepareZip({ paths: [wire('Trip')] });
    expect(offer).toMatchObject({ name: 'Trip.zip', count: 5, skipped: 0 });
    const url = await address(ann, offer.id);
    const first = await fetch(url);
    expect(first.headers.get('content-length')).toBe(String(offer.size));
    expect(first.headers.get('content-disposition')).toContain('Trip.zip');
    const got: Uint8Array[] = [];
    let length = 0;
    for await (const piece of first.body ?? []) {
      got.push(piece);
      length += piece.length;
      if (length > 3_000_000) break;
    }
    const rest = await fetch(url, {
      headers: { range: `bytes=${length}-`, 'if-range': first.headers.get('etag') ?? '' },
    });
    expect(rest.status).toBe(206);
    const whole = Buffer.concat([...got, Buffer.from(await rest.arrayBuffer())]);
    expect(whole).toHaveLength(offer.size);
    expect(tree(join(unpack(whole), 'Trip'))).toEqual(tree(disk('Trip')));
  });

  it('takes thousands of files that were chosen one by one', async () => {
    const offer = await ann.files.prepareZip({ paths: MANY_NAMES.map((name) => wire('Many', name)) });
    expect(offer).toMatchObject({ name: 'Many.zip', count: 3_000 });
    const answer = await fetch(await address(ann, offer.id));
    expect(tree(unpack(Buffer.from(await answer.arrayBuffer())))).toEqual(tree(disk('Many')));
  });

  it('ends the connection when a file is not what it was: half of two versions is none', async () => {
    writeFileSync(disk('Trip/later.txt'), 'before');
    const offer = await ann.files.prepareZip({ paths: [wire('Trip')] });
    appendFileSync(disk('Trip/later.txt'), ' and after');
    const answer = await fetch(await address(ann, offer.id));
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('is for whoever asked for it, of what they may read, while they are signed in', async () => {
    const rob = await signIn(box.origin, MEMBER);
    await expect(rob.files.prepareZip({ paths: [wire('Trip')] })).rejects.toMatchObject({ error: { code: 13 } });
    const offer = await ann.files.prepareZip({ paths: [wire('Trip')] });
    expect((await fetch(await address(rob, offer.id))).status).toBe(404);
    expect((await fetch(zipUrl({ base: box.origin, key: 'A'.repeat(32) }, offer.id))).status).toBe(401);
    const other = await signIn(box.origin, MEMBER);
    mkdirSync(join(box.usb1, MEMBER), { recursive: true });
    writeFileSync(join(box.usb1, MEMBER, 'long.bin'), randomBytes(60_000_000));
    const long = await other.files.prepareZip({ paths: [`/mnt/usb1/${MEMBER}/long.bin`] });
    const url = await address(other, long.id);
    const running = await fetch(url);
    const reader = running.body?.getReader();
    await reader?.read();
    await other.session.signOut({ userName: MEMBER, token: other.token });
    await expect.poll(async () => (await fetch(url)).status).toBe(401);
    await expect(
      (async () => {
        for (let piece = await reader?.read(); piece?.done === false;) piece = await reader?.read();
      })(),
    ).rejects.toThrow();
  });
});
