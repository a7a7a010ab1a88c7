import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileUrl } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Cli } from '../lib/box/cli.ts';
import { createCli } from '../lib/box/cli.ts';
import { signIn } from '../lib/box/client.ts';

const run = promisify(execFile);
const json = (text: string): unknown => JSON.parse(text);
/** A picture of one pixel, grey or white; bytes of a file that a program wrote. */
const dot = (colour: 0 | 1): Buffer =>
  Buffer.from(
    colour === 0
      ? 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNoaGgAAAMEAYEezv+mAAAAAElFTkSuQmCC'
      : 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
    'base64',
  );

describe('boxwood, the command line, at a real box', () => {
  let box: BoxProcess;
  let cli: Cli;
  let local: string;
  const home = (...path: string[]) => join(box.usb1, OWNER, ...path);

  beforeAll(async () => {
    box = await startBoxProcess();
    cli = createCli();
    local = mkdtempSync(join(tmpdir(), 'boxwood-local-'));
    const login = await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
    expect(login).toMatchObject({ code: 0, out: `Signed in as ${OWNER} at ${box.origin}\n` });
  });
  afterAll(async () => {
    cli.remove();
    rmSync(local, { recursive: true, force: true });
    await box.remove();
  });

  it('puts a folder tree with odd names, and the disk has it byte for byte, with its times', async () => {
    const tree = join(local, 'tree');
    mkdirSync(join(tree, '子目录', 'deep er'), { recursive: true });
    const big = Buffer.alloc(17 * 1024 * 1024, 'boxwood');
    writeFileSync(join(tree, 'big file.bin'), big);
    writeFileSync(join(tree, '子目录', 'ünïcödé 🌳.txt'), 'tree');
    writeFileSync(join(tree, '子目录', 'deep er', 'empty'), '');
    utimesSync(join(tree, 'big file.bin'), 1_700_000_000, 1_700_000_000);
    const put = await cli.run(['put', tree, '--to', 'Backup', '--json']);
    expect(put.err).toBe('');
    expect(put.code).toBe(0);
    expect(json(put.out)).toHaveLength(3);
    expect(readFileSync(home('Backup', 'tree', 'big file.bin')).equals(big)).toBe(true);
    expect(statSync(home('Backup', 'tree', 'big file.bin')).mtimeMs).toBe(1_700_000_000_000);
    expect(readFileSync(home('Backup', 'tree', '子目录', 'ünïcödé 🌳.txt'), 'utf8')).toBe('tree');
    expect(statSync(home('Backup', 'tree', '子目录', 'deep er', 'empty')).size).toBe(0);
  });

  it(
    'photos: what was put there is counted by months, found by words and downloaded as files',
    { timeout: 60_000 },
    async () => {
      const pictures = join(local, 'pictures');
      mkdirSync(pictures);
      for (const [name, colour] of [
        ['IMG_20240501_103000.png', 0],
        ['IMG_20231224_180000.png', 1],
      ] as const)
        writeFileSync(join(pictures, name), dot(colour));
      expect(await cli.run(['put', pictures, '--to', 'My Images'])).toMatchObject({ code: 0 });
      const months = async () => (await cli.run(['photos', 'months'])).out;
      await expect.poll(months, { timeout: 20_000, interval: 300 }).toBe('2024-05  1\n2023-12  1\n');
      const found = await cli.run(['photos', 'ls', 'pictures', '-m', '2024-05', '--json']);
      expect(json(found.out)).toMatchObject([
        { path: `/mnt/usb1/${OWNER}/My Images/pictures/IMG_20240501_103000.png`, width: 1 },
      ]);
      const got = await cli.run(['photos', 'get', 'december', '--to', join(local, 'december')]);
      expect(got.out).toContain('1 downloaded, 0 already present');
      expect(readFileSync(join(local, 'december', 'IMG_20231224_180000.png')).equals(dot(1))).toBe(true);
      // Two files of the same name stay two files, with the same names the next time.
      const other = Buffer.concat([dot(0), Buffer.from('x')]);
      mkdirSync(join(local, 'again'));
      writeFileSync(join(local, 'again', 'IMG_20231224_180000.png'), other);
      expect(await cli.run(['put', join(local, 'again'), '--to', 'My Images'])).toMatchObject({ code: 0 });
      await expect.poll(months, { timeout: 20_000, interval: 300 }).toContain('2023-12  2');
      const both = async () => (await cli.run(['photos', 'get', '-m', '2023-12', '--to', join(local, 'both')])).out;
      expect(await both()).toContain('2 downloaded, 0 already present');
      const twoOf = readdirSync(join(local, 'both')).map((name) => readFileSync(join(local, 'both', name)));
      expect([dot(1), other].every((picture) => twoOf.some((found) => found.equals(picture)))).toBe(true);
      expect(await both()).toContain('0 downloaded, 2 already present');
      expect((await cli.run(['photos', 'ls', '-n', 'many'])).err).toContain('the number must be');
      expect(await cli.run(['photos', 'get'])).toMatchObject({ code: 2 });
      expect((await cli.run(['photos', 'ls', '-a', 'No such'])).err).toContain('no such album');
    },
  );

  it('UPLOAD-09: putting it again sends nothing', async () => {
    const again = await cli.run(['put', join(local, 'tree', 'big file.bin'), '--to', 'Backup/tree', '--json']);
    expect(json(again.out)).toMatchObject([{ identical: true }]);
  });

  it('lists, long and as JSON', async () => {
    const plain = await cli.run(['ls', 'Backup/tree']);
    expect(plain.out.split('\n')).toEqual(expect.arrayContaining(['big file.bin', '子目录/']));
    const long = await cli.run(['ls', '-l', 'Backup/tree']);
    expect(long.out).toMatch(/17\.00 MB {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}big file\.bin/);
    const rows = json((await cli.run(['ls', '--json', 'Backup/tree'])).out);
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'big file.bin', size: 17 * 1024 * 1024 })]),
    );
  });

  it('shares a file by link, which opens without an account', async () => {
    const shared = await cli.run(['share', 'Backup/tree/子目录', '--days', '255', '--json']);
    expect(shared.err).toBe('');
    expect(shared.out).toMatch(/"url": ?"http[^"]*\/s\/[A-Za-z0-9]{16}"/);
    const [address = ''] = /http[^"\s]+/.exec(shared.out) ?? [];
    expect(await (await fetch(address)).text()).toContain('子目录');
    expect((await cli.run(['share', 'Backup/tree', '--days', '256'])).code).not.toBe(0);
  });

  it('shares a folder with people of the box', async () => {
    const shared = await cli.run(['share', 'Backup/tree', '--with', MEMBER, '--name', 'Trees']);
    expect(shared).toMatchObject({ code: 0, err: '', out: `Shared with ${MEMBER}\n` });
    const member = await signIn(box.origin, MEMBER);
    const { file_list: list } = await member.files.list({
      path: `/mnt/usb1/${MEMBER}/.share2me/${OWNER}/Trees`,
      count: 9,
      hasbaseinfo: 0,
    });
    expect(list.map(({ n }) => n)).toContain('big file.bin');
    const stranger = await cli.run(['share', 'Backup', '--with', 'nobody']);
    expect(stranger.code).toBe(4);
    expect(stranger.out).toBe('');
  });

  it('gets a file and a folder back, and resumes a part that was left', async () => {
    const target = join(local, 'got');
    mkdirSync(target);
    const original = readFileSync(join(local, 'tree', 'big file.bin'));
    const client = await signIn(box.origin, OWNER);
    const { key } = await client.session.fileKey();
    const url = fileUrl({ base: box.origin, key }, `/mnt/usb1/${OWNER}/Backup/tree/big file.bin`);
    const etag = (await fetch(url, { headers: { range: 'bytes=0-0' } })).headers.get('etag') ?? '';
    const part = join(target, 'big file.bin.boxwood-part');
    // Partial data of this exact version is resumed: its start identifies the version.
    const marked = Buffer.concat([Buffer.from('left over'), original.subarray(9, 1_000_003)]);
    writeFileSync(part, marked);
    writeFileSync(`${part}.version`, etag);
    expect((await cli.run(['get', 'Backup/tree/big file.bin', target])).code).toBe(0);
    const got = readFileSync(join(target, 'big file.bin'));
    expect(got.subarray(0, 9).toString()).toBe('left over');
    expect(got.subarray(9).equals(original.subarray(9))).toBe(true);
    // Partial data of another or an unknown version is not.
    for (const version of ['"another"', null]) {
      rmSync(join(target, 'big file.bin'));
      writeFileSync(part, marked);
      if (version !== null) writeFileSync(`${part}.version`, version);
      expect((await cli.run(['get', 'Backup/tree/big file.bin', target])).code).toBe(0);
      expect(readFileSync(join(target, 'big file.bin')).equals(original)).toBe(true);
      expect(readdirSync(target)).toEqual(['big file.bin']);
    }
    expect((await cli.run(['get', 'Backup/tree', target])).code).toBe(0);
    expect(readFileSync(join(target, 'tree', '子目录', 'ünïcödé 🌳.txt'), 'utf8')).toBe('tree');
  });

  it('get writes to a pipe, to the standard output under each of its names and through links, and replaces none of them', async () => {
    writeFileSync(home('note.txt'), 'milk, bread');
    const pipe = join(local, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const heard = run('cat', [pipe]);
    expect(await cli.run(['get', 'note.txt', pipe])).toMatchObject({ code: 0, err: '' });
    expect((await heard).stdout).toBe('milk, bread');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    // A test link that is safe to replace; it leads where /dev/stdout does.
    const out = join(local, 'out');
    symlinkSync('/proc/self/fd/1', out);
    for (const args of [[out], [out, '--json']])
      expect(await cli.run(['get', 'note.txt', ...args])).toMatchObject({ code: 0, err: '', out: 'milk, bread' });
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    // A link to a file stays a link: the file is replaced.
    writeFileSync(join(local, 'real.txt'), 'old');
    utimesSync(join(local, 'real.txt'), 1_600_000_000, 1_600_000_000);
    symlinkSync('real.txt', join(local, 'named'));
    expect((await cli.run(['get', 'note.txt', join(local, 'named')])).code).toBe(0);
    expect(lstatSync(join(local, 'named')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(local, 'real.txt'), 'utf8')).toBe('milk, bread');
    expect(readdirSync(local).filter((name) => name.includes('boxwood-part'))).toEqual([]);
  });

  it('get replaces nothing that was changed here since, unless it is told to', async () => {
    const here = join(local, 'note.txt');
    expect((await cli.run(['get', 'note.txt', here])).out).toBe(`got ${here}\n`);
    expect((await cli.run(['get', 'note.txt', here])).out).toBe('1 already present\n');
    writeFileSync(here, 'milk, bread, jam');
    utimesSync(here, 4_000_000_000, 4_000_000_000);
    const kept = await cli.run(['get', 'note.txt', here]);
    expect(kept).toMatchObject({ code: 6, out: '' });
    expect(kept.err).toBe(`skipped, changed on this computer: ${here} (--force replaces it)\n`);
    expect(readFileSync(here, 'utf8')).toBe('milk, bread, jam');
    expect(json((await cli.run(['get', 'note.txt', here, '--json'])).out)).toMatchObject({ files: 0, newer: 1 });
    expect((await cli.run(['get', '--force', 'note.txt', here])).code).toBe(0);
    expect(readFileSync(here, 'utf8')).toBe('milk, bread');
  });

  it('makes folders, renames, refuses to replace', async () => {
    expect(await cli.run(['mkdir', 'note.txt/sub'])).toMatchObject({
      code: 4,
      err: `boxwood: /mnt/usb1/${OWNER}/note.txt is a file\n`,
    });
    expect((await cli.run(['cp', 'note.txt', 'Download'])).out).toBe(
      `/mnt/usb1/${OWNER}/note.txt -> /mnt/usb1/${OWNER}/Download/\n`,
    );
    expect((await cli.run(['mkdir', 'one/two', 'one/three'])).code).toBe(0);
    expect(statSync(home('one', 'two')).isDirectory()).toBe(true);
    expect((await cli.run(['mv', 'one/two', 'one/2'])).code).toBe(0);
    expect(existsSync(home('one', '2'))).toBe(true);
    writeFileSync(home('one', 'a.txt'), 'a');
    writeFileSync(home('one', 'b.txt'), 'b');
    const refused = await cli.run(['mv', 'one/a.txt', 'one/b.txt']);
    expect(refused.code).toBe(4);
    expect(refused.err).toMatch(/exists/i);
    expect(readFileSync(home('one', 'b.txt'), 'utf8')).toBe('b');
  });

  it('du tells what takes the room', async () => {
    mkdirSync(home('room', 'films'), { recursive: true });
    writeFileSync(home('room', 'films', 'film'), 'f'.repeat(3 * 1024));
    writeFileSync(home('room', 'note'), 'n'.repeat(1024));
    expect((await cli.run(['du', 'room'])).out.trim().split('\n')).toEqual([
      '3.00 KB  75.0 %  films/',
      '1.00 KB  25.0 %  note',
      '4.00 KB in 2 files',
    ]);
    expect(json((await cli.run(['du', 'room', '-n', '1', '--json'])).out)).toMatchObject({
      size: 4096,
      files: 2,
      complete: true,
      entries: [{ path: `/mnt/usb1/${OWNER}/room/films`, kind: 'folder', size: 3072 }],
    });
    expect((await cli.run(['du', 'room', '-n', '0'])).code).not.toBe(0);
  });

  it('checksums of the box are read by sha256sum on the disk', async () => {
    writeFileSync(home('sum.bin'), 'abc');
    const said = (await cli.run(['sha256sum', 'sum.bin'])).out;
    expect(said.trim()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  sum.bin');
    expect(execFileSync('sha256sum', ['-c'], { cwd: home(), input: said, encoding: 'utf8' })).toContain('sum.bin: OK');
    expect(json((await cli.run(['sha256sum', 'sum.bin', '--json'])).out)).toMatchObject([{ path: 'sum.bin', size: 3 }]);
    const some = await cli.run(['sha256sum', 'none', 'sum.bin']);
    expect(some).toMatchObject({ code: 6, out: said, err: 'boxwood: none: The file does not exist\n' });
    expect(await cli.run(['sha256sum', 'none'])).toMatchObject({ code: 4, out: '' });
    rmSync(home('sum.bin'));
  });

  it('rm wants to be told twice; what is gone is gone', async () => {
    expect((await cli.run(['rm', 'one/a.txt'])).code).toBe(2);
    expect(existsSync(home('one', 'a.txt'))).toBe(true);
    expect((await cli.run(['rm', '--force', 'one/a.txt'])).code).toBe(0);
    expect(existsSync(home('one', 'a.txt'))).toBe(false);
  });

  it('tells the box’s state, for people and for scripts', async () => {
    const { out } = await cli.run(['status']);
    expect(out).toContain('Test box');
    expect(out).toMatch(/^Command line +\d+\.\d+\.\d+$/m);
    expect(json((await cli.run(['status', '--json'])).out)).toMatchObject({ box: { product: 'G2' } });
  });

  it('says no in words and with its own exit code', async () => {
    const foreign = await cli.run(['ls', `/mnt/usb1/${MEMBER}`]);
    expect(foreign.code).toBe(4);
    expect(foreign.err).not.toContain('undefined');
    expect((await cli.run(['ls', 'no-such-folder'])).code).toBe(4);
    expect((await cli.run(['nonsense'])).code).toBe(2);
    const away = { BOXWOOD_URL: 'http://127.0.0.1:9', BOXWOOD_USER: OWNER, BOXWOOD_TOKEN: 'x'.repeat(32) };
    expect((await cli.run(['ls'], away)).code).toBe(5);
    const stranger = { BOXWOOD_URL: box.origin, BOXWOOD_USER: OWNER, BOXWOOD_TOKEN: 'x'.repeat(32) };
    expect((await cli.run(['ls'], stranger)).code).toBe(3);
  });

  it('keeps the session file to its owner, and forgets it at logout', async () => {
    const other = createCli();
    await other.run(['login', box.origin, '-u', MEMBER], { BOXWOOD_PASSWORD: PASSWORD });
    expect((await other.run(['ls'])).code).toBe(0);
    expect((await other.run(['logout'])).code).toBe(0);
    expect((await other.run(['ls'])).code).toBe(3);
    other.remove();
  });
});
