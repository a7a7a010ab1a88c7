import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { snapshot } from '../journal/journal-test-helpers.ts';
import { type TaskBox, taskBox } from '../../features/tasks/task-test-helpers.ts';
import { callerFor, refusalCodeOf } from '../vault/index.ts';
import { fromDisk } from '../vault/disk-names.ts';
import { maliciousArchives, noise, createTar, createZip } from './malicious-archives.ts';
import { archiveOperations } from './archive-operations.ts';
import { iso, rar, rar5 } from './sample-archives.ts';
import { sevenZipPath } from './seven-zip.ts';

let box: TaskBox;
const ann = callerFor('ann');
const real = (path: string) => join(box.root, path);
const write = (path: string, content: string | Buffer = path) => {
  mkdirSync(join(real(path), '..'), { recursive: true });
  writeFileSync(real(path), content);
};
const settle = async (id: string) => {
  const task = await box.tasks.whenSettled('ann', id);
  if (task === undefined) throw new Error('the task is gone');
  return task;
};
const unpack = async (source: string, password?: string) =>
  settle(
    await box.tasks.add(ann, {
      cmd: 'DECOMPRESS',
      source: `/mnt/${source}`,
      target: '/mnt/usb1/ann',
      params: {},
      ...(password === undefined ? {} : { password }),
    }),
  );
const pack = async (names: readonly string[], target: string, conflict?: 1 | 2) =>
  settle(
    await box.tasks.add(ann, {
      cmd: 'COMPRESS',
      source: '/mnt/usb1/ann/src',
      target: `/mnt/usb1/ann/${target}`,
      params: { names, ...(conflict === undefined ? {} : { conflict }) },
    }),
  );

beforeEach(() => {
  box = taskBox({ clock: { now: () => Date.now() }, more: archiveOperations });
  mkdirSync(real('usb1/ann'), { recursive: true });
});
afterEach(async () => {
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  const scratch = real('usb1/.boxwood');
  expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
  box.remove();
});

const source = () => {
  write('usb1/ann/src/a.txt', 'a'.repeat(50_000));
  write('usb1/ann/src/中文/b.bin', noise(300_000));
  write('usb1/ann/src/-dash', 'dash');
  write('usb1/ann/src/@list', 'at');
  write('usb1/ann/src/star*', 'star');
  mkdirSync(real('usb1/ann/src/hollow'));
  symlinkSync('a.txt', real('usb1/ann/src/link'));
};
const NAMES = ['a.txt', '中文', '-dash', '@list', 'star*', 'hollow', 'link'];

describe('archives', { timeout: 60_000 }, () => {
  it.each(['zip', 'tar', 'tar.gz'])(
    'ARCHIVE-01, ARCHIVE-10: %s goes there and back byte for byte, and undo takes each away',
    async (suffix) => {
      source();
      const before = snapshot(real('usb1/ann'));
      expect(await pack(NAMES, `out.${suffix}`)).toMatchObject({ state: 1, code: 5, name: `out.${suffix}` });
      expect(await unpack(`usb1/ann/out.${suffix}`)).toMatchObject({ state: 1, code: 5 });
      const strip = (tree: Record<string, string>) =>
        Object.fromEntries(Object.entries(tree).map(([path, what]) => [path, what.split(' ').at(-1)]));
      expect(strip(snapshot(real('usb1/ann/out')))).toEqual(strip(snapshot(real('usb1/ann/src'))));
      expect(Math.floor(statSync(real('usb1/ann/out/a.txt')).mtimeMs / 2000)).toBe(
        Math.floor(statSync(real('usb1/ann/src/a.txt')).mtimeMs / 2000),
      );
      await box.undo.undo(ann, null);
      await box.undo.undo(ann, null);
      expect(snapshot(real('usb1/ann'))).toEqual(before);
    },
  );

  it('packs only what was named, refuses a taken target, and says what is wrong before it starts', async () => {
    source();
    expect(await pack(['a.txt'], 'one.zip')).toMatchObject({ state: 1 });
    expect(
      execFileSync(sevenZipPath() ?? '', ['l', '-ba', real('usb1/ann/one.zip')])
        .toString()
        .trim()
        .split('\n'),
    ).toHaveLength(1);
    const size = statSync(real('usb1/ann/one.zip')).size;
    expect(await pack(['中文'], 'one.zip')).toMatchObject({ state: -1, code: 7 });
    expect(statSync(real('usb1/ann/one.zip')).size).toBe(size);
    expect(await pack(['中文'], 'one.zip', 2)).toMatchObject({ state: 1 });
    expect(existsSync(real('usb1/ann/one_copy.zip'))).toBe(true);
    const code = (work: Promise<unknown>) => work.then(() => 0, refusalCodeOf);
    expect(await code(pack(['none'], 'x.zip'))).toBe(8);
    expect(await code(pack(['../bob'], 'x.zip'))).toBe(3);
    expect(await code(pack(['a.txt'], 'x.rar'))).toBe(3);
    expect(await code(pack(['a.txt'], 'none/x.zip'))).toBe(9);
    write('usb1/ann/src/中文/deep/c.txt');
    expect(await code(pack(['中文'], 'src/中文/deep/x.zip'))).toBe(10);
    expect(await code(unpack('usb1/ann/src/a.txt'))).toBe(3);
  });

  it('an archive that is a link by now is not opened', async () => {
    write('usb1/bob/theirs.zip', createZip([{ name: 'a', content: Buffer.from('x') }]));
    symlinkSync('../bob/theirs.zip', real('usb1/ann/mine.zip'));
    expect(await unpack('usb1/ann/mine.zip')).toMatchObject({
      state: -1,
      code: 6,
      message: 'the archive cannot be opened',
    });
    expect(readdirSync(real('usb1/ann'))).toEqual(['mine.zip']);
  });

  it('never waits for a pipe', async () => {
    write('usb1/ann/src/d/x', 'x');
    execFileSync('mkfifo', [real('usb1/ann/src/d/pipe')]);
    expect(await pack(['d'], 'p.zip')).toMatchObject({ state: -1, code: 8 });
  });

  it('ARCHIVE-05, G-57: extracts 7z, gz, bz2, xz, jar and compressed tars', async () => {
    write('usb1/ann/w/f.txt', 'content');
    const seven = sevenZipPath() ?? '';
    const make = (args: string[]) => execFileSync(seven, ['a', ...args], { cwd: real('usb1/ann/w'), stdio: 'ignore' });
    make(['../a.7z', 'f.txt']);
    make(['-tzip', '../b.jar', 'f.txt']);
    for (const kind of ['gzip gz', 'bzip2 bz2', 'xz xz']) {
      const [type = '', extension = ''] = kind.split(' ');
      make([`-t${type}`, `../s.${extension}`, 'f.txt']);
      make(['-ttar', 't.tar', 'f.txt']);
      make([`-t${type}`, `../t${extension}.tar.${extension}`, 't.tar']);
    }
    for (const name of ['a.7z', 'b.jar', 'tgz.tar.gz', 'tbz2.tar.bz2', 'txz.tar.xz']) {
      expect(await unpack(`usb1/ann/${name}`), name).toMatchObject({ state: 1 });
      expect(readFileSync(real(`usb1/ann/${name.replace(/\..*/, '')}/f.txt`), 'utf8'), name).toBe('content');
    }
    for (const [n, name] of ['s.gz', 's.bz2', 's.xz'].entries()) {
      expect(await unpack(`usb1/ann/${name}`), name).toMatchObject({ state: 1 });
      expect(readFileSync(real(`usb1/ann/s${n === 0 ? '' : n === 1 ? '_copy' : '_copy2'}/s`), 'utf8'), name).toBe(
        'content',
      );
    }
  });

  it('ARCHIVE-05: extracts zst and tar.zst', async () => {
    write('usb1/ann/f.txt.zst', zstdCompressSync(noise(100_000)));
    write('usb1/ann/t.tar.zst', zstdCompressSync(createTar([{ name: 'd/a', content: noise(70_000) }])));
    expect(await unpack('usb1/ann/f.txt.zst')).toMatchObject({ state: 1 });
    expect(await unpack('usb1/ann/t.tar.zst')).toMatchObject({ state: 1 });
    expect(readFileSync(real('usb1/ann/f.txt/f.txt')).equals(noise(100_000))).toBe(true);
    expect(readFileSync(real('usb1/ann/t/d/a')).equals(noise(70_000))).toBe(true);
  });

  it.each([
    ['rar', rar],
    ['rar', rar5],
    ['iso', iso],
  ] as const)('ARCHIVE-05, G-57: extracts %s (%o)', async (extension, make) => {
    const files = [
      { name: 'NOTE.TXT', content: Buffer.from('a note\n') },
      { name: 'NOISE.BIN', content: noise(70_000) },
      { name: 'EMPTY.TXT', content: Buffer.alloc(0) },
    ];
    write(`usb1/ann/sample.${extension}`, make(files));
    expect(await unpack(`usb1/ann/sample.${extension}`)).toMatchObject({ state: 1, code: 5 });
    expect(readdirSync(real('usb1/ann/sample')).toSorted()).toEqual(['EMPTY.TXT', 'NOISE.BIN', 'NOTE.TXT']);
    for (const { name, content } of files)
      expect(readFileSync(real(`usb1/ann/sample/${name}`)).equals(content), name).toBe(true);

    const damaged = make(files);
    damaged.writeUInt8(damaged.readUInt8(damaged.indexOf('a note')) ^ 1, damaged.indexOf('a note'));
    write(`usb1/ann/damaged.${extension}`, damaged.subarray(0, extension === 'iso' ? 19 * 2048 : damaged.length));
    expect(await unpack(`usb1/ann/damaged.${extension}`)).toMatchObject({ state: -1 });
    expect(existsSync(real('usb1/ann/damaged'))).toBe(false);
  });

  it('asks for a password by code 12 and keeps it off the command line and the database', async () => {
    write('usb1/ann/w/f.txt', 'secret content');
    for (const [name, args] of [
      ['z.zip', ['-tzip']],
      ['s.7z', []],
      ['h.7z', ['-mhe=on']],
    ] as const) {
      execFileSync(sevenZipPath() ?? '', ['a', ...args, '-ppa ss', `../${name}`, 'f.txt'], {
        cwd: real('usb1/ann/w'),
        stdio: 'ignore',
      });
      const folder = name.slice(0, 1);
      expect(await unpack(`usb1/ann/${name}`), name).toMatchObject({ state: -1, code: 12 });
      expect(await unpack(`usb1/ann/${name}`, 'wrong'), name).toMatchObject({ state: -1, code: 12 });
      expect(existsSync(real(`usb1/ann/${folder}`))).toBe(false);
      expect(await unpack(`usb1/ann/${name}`, 'pa ss'), name).toMatchObject({ state: 1 });
    }
    expect(readFileSync(real('usb1/ann/z/f.txt'), 'utf8')).toBe('secret content');
    expect(readFileSync(box.database.file).includes('pa ss')).toBe(false);
  });

  it('names that are no UTF-8 come out of any archive, and go into it', async () => {
    const odd = [
      Buffer.from([0xff, 0xfe]),
      Buffer.from([0x27, 0x22, 0x24, 0x28, 0x69, 0x64, 0x29, 0x5c, 0x30, 0x0a, 0xff, 0x0a]),
    ];
    const entries = odd.map((name) => ({ name, content: name, utf8: false }));
    write('usb1/ann/one.zip', createZip([...entries, { name: 'plain.txt', content: Buffer.from('p') }]));
    write('usb1/ann/two.tar', createTar([...entries, { name: 'plain.txt', content: Buffer.from('p') }]));
    const inFolder = (folder: string) =>
      readdirSync(real(folder), { encoding: 'buffer' })
        .map((name) => name.toString('latin1'))
        .toSorted();
    const all = [...odd.map((name) => name.toString('latin1')), 'plain.txt'].toSorted();
    for (const name of ['one.zip', 'two.tar'])
      expect(await unpack(`usb1/ann/${name}`), name).toMatchObject({ state: 1 });
    expect([inFolder('usb1/ann/one'), inFolder('usb1/ann/two')]).toEqual([all, all]);
    renameSync(real('usb1/ann/one'), real('usb1/ann/src'));
    const wire = all.map((name) => fromDisk(Buffer.from(name, 'latin1')));
    for (const suffix of ['zip', 'tar', 'tar.gz']) {
      expect(await pack(wire, `again-${suffix}.${suffix}`), suffix).toMatchObject({ state: 1 });
      expect(await unpack(`usb1/ann/again-${suffix}.${suffix}`), suffix).toMatchObject({ state: 1 });
      expect(inFolder(`usb1/ann/again-${suffix}`), suffix).toEqual(all);
    }
  });

  it('names that differ in such a byte alone are two, and a refusal says one in text', async () => {
    const [one, other] = [Buffer.from([0x61, 0xff]), Buffer.from([0x61, 0xfe])];
    const entries = [
      { name: one, type: '2', link: 'plain.txt' },
      { name: other, content: other },
      { name: 'plain.txt', content: Buffer.from('p') },
    ];
    write('usb1/ann/two.tar', createTar(entries));
    expect(await unpack('usb1/ann/two.tar')).toMatchObject({ state: 1 });
    expect(readdirSync(real('usb1/ann/two'))).toHaveLength(3);
    write('usb1/ann/out.tar', createTar([{ name: Buffer.concat([Buffer.from('../'), one]), content: one }]));
    const refused = await unpack('usb1/ann/out.tar');
    expect(refused).toMatchObject({ state: -1, code: 15 });
    expect(JSON.stringify(refused)).not.toContain('\\udcff');
    expect(existsSync(real('usb1/a'))).toBe(false);
  });

  it('names zipped by Windows become readable, Chinese and western ones', async () => {
    const dos = Buffer.concat([Buffer.from('M'), Buffer.from([0x81]), Buffer.from('nchen.txt')]);
    write('usb1/ann/dos.zip', createZip([{ name: dos, content: Buffer.from('hi'), utf8: false }]));
    expect(await unpack('usb1/ann/dos.zip')).toMatchObject({ state: 1 });
    expect(readFileSync(real('usb1/ann/dos/München.txt'), 'utf8')).toBe('hi');
    const gbk = Buffer.from('d6d0cec4cec4b5b52e747874', 'hex');
    write('usb1/ann/gbk.zip', createZip([{ name: gbk, content: Buffer.from('hi'), utf8: false }]));
    expect(await unpack('usb1/ann/gbk.zip')).toMatchObject({ state: 1 });
    expect(readFileSync(real('usb1/ann/gbk/中文文档.txt'), 'utf8')).toBe('hi');
  });

  it('reads an archive that only the box itself may read', async () => {
    write('usb1/ann/private.zip', createZip([{ name: 'a', content: Buffer.from('x') }]));
    chmodSync(real('usb1/ann/private.zip'), 0o600);
    expect(await unpack('usb1/ann/private.zip')).toMatchObject({ state: 1 });
    expect(statSync(real('usb1/ann/private/a')).uid).toBe(process.getuid?.());
  });

  it('stops what unpacks to more than 100 times its size beyond 10 GiB', async () => {
    write(
      'usb1/ann/bomb.tar',
      createTar([
        { name: 'a', content: Buffer.from('x'), claimedSize: 8 * 1024 ** 3 - 1 },
        { name: 'b', claimedSize: 1 },
      ]),
    );
    const large = createZip(
      Array.from({ length: 3 }, (_, n) => ({ name: `f${n}`, content: Buffer.from('x'), claimedSize: 4_294_967_290 })),
    );
    write('usb1/ann/bomb.zip', large);
    expect(await unpack('usb1/ann/bomb.zip')).toMatchObject({ state: -1, code: 16 });
  });
});

describe('TASK-11: hostile archives', { timeout: 60_000 }, () => {
  it.each(maliciousArchives)('$what', async ({ name, bytes, codes }) => {
    write('canary/file', 'canary');
    const outside = snapshot(box.root, 'canary');
    write(`usb1/ann/${name}`, bytes());
    const before = snapshot(real('usb1/ann'));
    const task = await unpack(`usb1/ann/${name}`);
    expect(codes).toContain(task.code);
    expect(snapshot(box.root, 'canary')).toEqual(outside);
    for (const path of ['/tmp/boxwood-escape', real('escape'), real('usb1/escape'), real('usb1/ann/escape')])
      expect(existsSync(path), path).toBe(false);
    if (task.code !== 5) expect(snapshot(real('usb1/ann'))).toEqual(before);
    else audit(real('usb1/ann/h'));
  });

  it('counts at least 40 cases', () => expect(maliciousArchives.length).toBeGreaterThanOrEqual(40));
});

/** No special files, no links that lead out, no special mode bits, and everything owned by the box. */
function audit(folder: string): void {
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
    const stat = lstatSync(path);
    expect(stat.isFile() || stat.isDirectory() || stat.isSymbolicLink()).toBe(true);
    expect(stat.uid).toBe(process.getuid?.());
    if (!stat.isSymbolicLink()) expect(stat.mode & 0o7022).toBe(0);
    if (stat.isDirectory()) audit(path.toString());
  }
}
