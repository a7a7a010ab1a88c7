import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { recordDiskCalls } from '../vault/disk-call-recorder.ts';
import { OpenDirectory } from '../copy/open-directory.ts';
import { isCompressedFile, type PackFormat } from './archive-formats.ts';
import { packArchive } from './pack-archive.ts';
import { sevenZipPath } from './seven-zip.ts';

const FORMATS = ['zip', 'tar', 'tar.gz'] as const;
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'pack-')));
  for (const folder of ['staging', 'source/folder']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'source/file'), 'a'.repeat(100_000));
  writeFileSync(join(root, 'source/folder/file'), 'b');
});
afterEach(() => rmSync(root, { recursive: true }));

const pack = (format: PackFormat, names: readonly string[] = ['file', 'folder'], gauge = new Progress()): void => {
  const source = OpenDirectory.open(join(root, 'source'));
  const staging = OpenDirectory.open(join(root, 'staging'));
  try {
    const level = names.every(isCompressedFile) ? 0 : 1;
    packArchive({ format, level, source, names: names.map((name) => Buffer.from(name)), staging, progress: gauge });
  } finally {
    source.close();
    staging.close();
  }
};
const code = (work: () => void): unknown => {
  try {
    work();
    return OPS.done;
  } catch (failure) {
    return failure instanceof OperationFailed ? failure.code : failure;
  }
};
const staged = () => readdirSync(join(root, 'staging')).toSorted();

describe.each(FORMATS)('packing into %s', { timeout: 60_000 }, (format) => {
  it('what is packed is on the disk before it has its name', async () => {
    const disk = await recordDiskCalls(root);
    try {
      pack(format);
      const part = `staging/part.${format}`;
      expect(disk.takeCalls()).toEqual([`sync ${part}`, `rename ${part} -> staging/item`]);
    } finally {
      disk.stop();
    }
    expect(staged()).toEqual(['item']);
  });

  it('begins anew where an earlier try was cut off, and leaves folders alone', () => {
    pack(format, ['folder']);
    mkdirSync(join(root, 'staging/kept'));
    const { size } = statSync(join(root, 'staging/item'));
    for (const left of [`part.${format}`, `part.${format}.tmp`]) writeFileSync(join(root, 'staging', left), 'cut off');
    pack(format, ['folder']);
    expect(staged()).toEqual(['item', 'kept']);
    expect(statSync(join(root, 'staging/item')).size).toBe(size);
  });

  it('what cannot be read makes no archive', () => {
    expect(code(() => pack(format, ['file', 'gone']))).toBe(OPS.sourceOpen);
    expect(staged()).not.toContain('item');
  });

  it('is not begun after its end was asked for', () => {
    const gauge = new Progress();
    gauge.stop();
    expect(code(() => pack(format, ['file'], gauge))).toBeInstanceOf(StoppedError);
    expect(staged()).toEqual([]);
  });
});

describe('packing', { timeout: 60_000 }, () => {
  it.runIf(process.platform === 'linux').each(FORMATS)(
    'that is stopped in its midst leaves nothing open: %s',
    (format) => {
      writeFileSync(join(root, 'source/large'), randomBytes(6_000_000).toString('hex'));
      const gauge = new Progress();
      gauge.setTotal(12_000_000);
      const stopped = Object.assign(gauge, { setDone: () => gauge.stop() });
      expect(code(() => pack(format, ['folder', 'large'], stopped))).toBeInstanceOf(StoppedError);
      const open = (): readonly string[] =>
        readdirSync('/proc/self/fd')
          // The list also contains the source folder itself.
          .filter((fd) => lstatSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false }) !== undefined)
          .map((fd) => readlinkSync(`/proc/self/fd/${fd}`, { encoding: 'utf8' }))
          .filter((path) => path.startsWith(root));
      expect(open()).toEqual([]);
      expect(staged()).toEqual([`part.${format}`]);
    },
  );

  it.each(['zip', 'tar.gz'] as const)('tells how far it is while it goes on: %s', (format) => {
    const length = 24_000_000;
    writeFileSync(join(root, 'source/large'), randomBytes(length / 2).toString('hex'));
    const heard: number[] = [];
    const gauge = Object.assign(new Progress(), { setDone: (bytes: number) => heard.push(bytes) });
    gauge.setTotal(length);
    pack(format, ['large'], gauge);
    expect(heard.some((done) => done > 0 && done < length)).toBe(true);
  });

  it('presses what can be pressed, and does not try where every name says that nothing is gained', () => {
    for (const name of ['a.jpg', 'b.mp4', 'c.txt']) writeFileSync(join(root, 'source', name), 'a'.repeat(100_000));
    const size = (names: readonly string[]): number => {
      pack('zip', names);
      return statSync(join(root, 'staging/item')).size;
    };
    expect(size(['a.jpg', 'b.mp4'])).toBeGreaterThan(200_000);
    expect(size(['a.jpg', 'c.txt'])).toBeLessThan(10_000);
  });

  it.each(FORMATS)('follows no link that is put in the place of a folder meanwhile: %s', (format) => {
    const at = (path: string): string => join(root, path);
    mkdirSync(at('others/inner'), { recursive: true });
    writeFileSync(at('others/inner/file'), 'theirs');
    mkdirSync(at('source/tree/inner'), { recursive: true });
    writeFileSync(at('source/tree/inner/file'), 'my own');
    // Large enough that reading continues after the first progress report.
    writeFileSync(at('source/large'), randomBytes(12_000_000).toString('hex'));
    const reach = vi.fn(() => {
      if (reach.mock.calls.length > 1) return;
      renameSync(at('source/tree/inner'), at('source/away'));
      symlinkSync('../../others/inner', at('source/tree/inner'));
    });
    const gauge = Object.assign(new Progress(), { setDone: reach });
    gauge.setTotal(24_000_000);
    code(() => pack(format, ['large', 'tree'], gauge));
    expect(reach).toHaveBeenCalled();
    // The packed files, if any.
    const unpacked = format === 'tar.gz' ? 'item.tar' : 'item';
    if (existsSync(at('staging/item')) && format === 'tar.gz')
      writeFileSync(at('staging/item.tar'), gunzipSync(readFileSync(at('staging/item'))));
    const said = spawnSync(sevenZipPath() ?? '', ['x', '-so', at(`staging/${unpacked}`), 'tree']).stdout.toString();
    expect(said).not.toContain('theirs');
    expect(said).toBe('../../others/inner');
  });

  it('long names, long ways of links, times before 1970 and modes are what other programs read; what is the box’s own is left out', () => {
    const deep = join('d'.repeat(90), '深'.repeat(80));
    mkdirSync(join(root, 'source', deep), { recursive: true });
    writeFileSync(join(root, 'source', deep, 'run'), 'x', { mode: 0o755 });
    const before = new Date(-86_400_000);
    utimesSync(join(root, 'source', deep, 'run'), before, before);
    symlinkSync('far/'.repeat(50), join(root, 'source', deep, 'link'));
    writeFileSync(join(root, 'source', deep, '.boxwood-part'), 'of the box');
    pack('tar', ['d'.repeat(90)]);
    const told = execFileSync('tar', ['--utc', '--full-time', '-tvf', join(root, 'staging/item')], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    }).toString();
    expect(told).toMatch(new RegExp(`^-rwxr-xr-x 0/0 +1 1969-12-31 00:00:00 .*${deep}/run$`, 'm'));
    expect(told).toContain(`${deep}/link -> ${'far/'.repeat(50)}`);
    expect(told).not.toContain('.boxwood');
    pack('zip', ['d'.repeat(90)]);
    const listed = execFileSync(sevenZipPath() ?? '', [
      'l',
      '-slt',
      '-sccUTF-8',
      join(root, 'staging/item'),
    ]).toString();
    expect(listed).toContain(`Path = ${deep}/run\n`);
    expect(listed).toMatch(/^Attributes = .*-rwxr-xr-x$/m);
  });

  it('writes names in UTF-8 and links as links', () => {
    symlinkSync('file', join(root, 'source/中文'));
    pack('zip', ['中文']);
    const told = execFileSync(sevenZipPath() ?? '', ['l', '-slt', '-sccUTF-8', join(root, 'staging/item')]).toString();
    expect(told).toMatch(/^Path = 中文$/m);
    expect(told).toMatch(/^Attributes = .*lrwx/m);
    expect(told).toMatch(/^Characteristics = .*UTF8/m);
  });
});
