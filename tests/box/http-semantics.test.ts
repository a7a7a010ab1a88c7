/** HTTP semantics that other programs rely on: `curl -I`, link previews, download managers. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileUrl, shareFileAddress } from '@boxwood/box-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxProcess, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const run = promisify(execFile);
const has = (program: string): boolean => existsSync(`/usr/bin/${program}`);
const hasCurl = has('curl');

let box: BoxProcess;
let owner: Awaited<ReturnType<typeof signIn>>;
/** Addresses by their kind, with the options of their GET. */
let addresses: Readonly<Record<string, string>>;
let id: string;

beforeAll(async () => {
  box = await startBoxProcess({ args: ['--share-port', '0'] });
  owner = await signIn(box.origin, OWNER);
  mkdirSync(join(box.usb1, OWNER, 'Trip'));
  writeFileSync(join(box.usb1, OWNER, 'Trip/letter.txt'), 'dear friend');
  writeFileSync(join(box.usb1, OWNER, 'film.mkv'), Buffer.alloc(3_000_000, 7));
  const { key } = await owner.session.fileKey({});
  const home = `/mnt/usb1/${OWNER}`;
  ({ id } = await owner.shares.link({ path: home, names: ['film.mkv', 'Trip'], days: 3, code: '0000' }));
  const opened = await (await fetch(`${box.origin}/s/${id}`)).text();
  const ticket = /ticket=([\w.-]+)/.exec(opened)?.[1] ?? '';
  const { id: archive } = await owner.files.prepareZip({ paths: [`${home}/Trip`] });
  addresses = {
    file: fileUrl({ base: box.origin, key }, `${home}/film.mkv`),
    archive: `${box.origin}/port_80/zip/${archive}?key=${key}`,
    'file of a share': shareFileAddress(box.origin, { id, index: 0, ticket }),
    'page of a share': `${box.origin}/s/${id}?ticket=${ticket}`,
    'page of the desktop': `${box.origin}/help/index.html`,
  };
});
afterAll(() => box.remove());

/** The output of curl: the headers of the last answer, and the number of body bytes. */
const curl = async (
  ...args: readonly string[]
): Promise<{ status: number; headers: Map<string, string>; bytes: number }> => {
  const { stdout } = await run('curl', ['-sS', '-o', '/dev/null', '-D', '-', '-w', '\n%{size_download}', ...args]);
  const [head = '', size = '0'] = stdout.trimEnd().split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((each): [string, string] => {
      const at = each.indexOf(':');
      return [each.slice(0, at).toLowerCase(), each.slice(at + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, bytes: Number(size.trim()) };
};
/** Without the date and the connection timeout. */
const lasting = (headers: ReadonlyMap<string, string>) =>
  [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)).toSorted();

it.runIf(hasCurl)('HEAD answers like GET on every file, share and page, and sends no byte', async () => {
  for (const [what, address] of Object.entries(addresses)) {
    const [got, head] = [await curl(address), await curl('-I', address)];
    expect([what, got.status, got.bytes > 0]).toEqual([what, 200, true]);
    expect([what, head.status, head.bytes, lasting(head.headers)]).toEqual([what, 200, 0, lasting(got.headers)]);
  }
  // A missing file and an invalid key, as for a GET.
  expect((await curl('-I', addresses['file']?.replace('film', 'absent') ?? '')).status).toBe(404);
  expect((await curl('-I', `${box.origin}/port_80/mnt/usb1/${OWNER}/film.mkv`)).status).toBe(401);
});

it.runIf(hasCurl)(
  'whoever only asks what a link is about is no visit; the entrance for shares answers it, too',
  async () => {
    const visits = async () =>
      (await owner.shares.list({ user: OWNER, page: 1, count: 10 })).list.map((share) => share.visits);
    const before = await visits();
    const [, port = ''] = /"sharePort":(\d+)/.exec(box.log()) ?? [];
    for (const origin of [box.origin, `http://127.0.0.1:${port}`]) {
      const { status, headers } = await curl('-I', `${origin}/s/${id}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect((await curl('-I', `${origin}/s/${'x'.repeat(16)}`)).status).toBe(404);
    }
    expect(await visits()).toEqual(before);
  },
);

it.runIf(hasCurl)(
  'other methods are answered with those that are possible, and a part that is not there with the size',
  async () => {
    for (const what of ['file', 'archive', 'file of a share', 'page of a share', 'page of the desktop']) {
      const address = addresses[what] ?? '';
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const { status, headers } = await curl('-X', method, '-d', 'x', address);
        expect([what, method, status]).toEqual([what, method, 405]);
        expect(headers.get('allow')).toMatch(/^GET, HEAD, (POST, )?OPTIONS$/);
      }
      const options = await curl('-X', 'OPTIONS', '-H', 'Origin: https://evil.example', address);
      expect([what, options.status, options.bytes]).toEqual([what, 204, 0]);
      expect(options.headers.get('allow')).toMatch(/^GET, HEAD/);
      expect([...options.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    for (const what of ['file', 'file of a share']) {
      const beyond = await curl('-r', '3000000-', addresses[what] ?? '');
      expect([what, beyond.status, beyond.headers.get('content-range')]).toEqual([what, 416, 'bytes */3000000']);
      const part = await curl('-r', '2999990-', addresses[what] ?? '');
      expect([what, part.status, part.bytes]).toEqual([what, 206, 10]);
    }
    const upload = await curl('-X', 'GET', `${box.origin}/filetrans`);
    expect([upload.status, upload.headers.get('allow')]).toEqual([405, 'POST, PUT, OPTIONS']);
  },
);

it.runIf(hasCurl && has('aria2c') && has('wget'))(
  'download managers: sixteen connections at once, and what goes on where it was cut, come to the same bytes',
  async () => {
    const bytes = randomBytes(24 * 1024 * 1024);
    writeFileSync(join(box.usb1, OWNER, 'large.bin'), bytes);
    const { key } = await owner.session.fileKey({});
    const address = fileUrl({ base: box.origin, key }, `/mnt/usb1/${OWNER}/large.bin`);
    const folder = mkdtempSync(join(tmpdir(), 'boxwood-managers-'));
    const came = (name: string): boolean => readFileSync(join(folder, name)).equals(bytes);
    try {
      await run('aria2c', [
        '-q',
        '-x16',
        '-s16',
        '-k1M',
        '--file-allocation=none',
        '-d',
        folder,
        '-o',
        'aria2',
        address,
      ]);
      expect(came('aria2')).toBe(true);
      for (const [name, ...goesOn] of [
        ['wget', '-q', '-c', '-O', join(folder, 'wget'), address],
        ['curl', '-sS', '-C', '-', '-o', join(folder, 'curl'), address],
      ] as const) {
        writeFileSync(join(folder, name), bytes.subarray(0, 5_000_000));
        await run(name, goesOn);
        expect([name, came(name)]).toEqual([name, true]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it.runIf(has('ffmpeg'))(
  'a film is sought in from afar: its picture at second 50 comes without what lies before it',
  async () => {
    const film = join(box.usb1, OWNER, 'long.mp4');
    const made = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=480x360:r=4,noise=alls=100:allf=t'];
    await run('ffmpeg', [...made, '-t', '60', '-c:v', 'mpeg4', '-q:v', '3', '-movflags', '+faststart', film]);
    const { key } = await owner.session.fileKey({});
    const address = fileUrl({ base: box.origin, key }, `/mnt/usb1/${OWNER}/long.mp4`);
    const picture = join(box.dataDir, 'second-50.png');
    const told = await run('ffmpeg', ['-v', 'debug', '-ss', '50', '-i', address, '-frames:v', '1', picture]);
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    const read = Number(/Statistics: (\d+) bytes read/.exec(told.stderr)?.[1] ?? Infinity);
    expect(read).toBeLessThan(readFileSync(film).length / 2);
  },
);
