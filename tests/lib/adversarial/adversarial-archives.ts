import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { MaliciousArchive, MaliciousTarEntry } from '../../../apps/box/src/storage/archives/malicious-archives.ts';
import { maliciousArchives, createTar, createZip } from '../../../apps/box/src/storage/archives/malicious-archives.ts';
import { sevenZipPath } from '../../../apps/box/src/storage/archives/seven-zip.ts';

const x = Buffer.from('x');
const OUT = '../escape';

/** A record of the POSIX form: `<length> key=value`. */
const record = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`;
  const width = String(rest.length + 2).length;
  return `${rest.length + width}${rest}`;
};
/** The names of the next entry, in the two formats that allow more than a hundred bytes. */
const pax = (...records: readonly string[]): MaliciousTarEntry => ({
  name: 'PaxHeader/x',
  type: 'x',
  content: Buffer.from(records.join('')),
});
const gnu = (type: 'L' | 'K', name: string): MaliciousTarEntry => ({
  name: '././@LongLink',
  type,
  content: Buffer.from(`${name}\0`),
});

/** A stream whose header names a file elsewhere. */
const namedStream = (name: string): Buffer => {
  const plain = gzipSync(x);
  const head = Buffer.from(plain.subarray(0, 10));
  head[3] = 8;
  return Buffer.concat([head, Buffer.from(`${name}\0`), plain.subarray(10)]);
};

/** An archive made by the real packer, with paths and links stored unchanged. */
const packed = (suffix: string, make: (folder: string) => readonly string[]): Buffer => {
  const program = sevenZipPath();
  if (program === null) throw new Error('7-Zip is missing');
  const home = mkdtempSync(join(tmpdir(), 'boxwood-hostile-'));
  try {
    const inside = join(home, 'inside');
    mkdirSync(inside);
    writeFileSync(join(home, 'escape'), x);
    const target = join(home, `h.${suffix}`);
    const made = spawnSync(program, ['a', '-bd', '-snl', target, ...make(inside)], { cwd: inside, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    return readFileSync(target);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const deep = (levels: number): string => `${'d/'.repeat(levels)}x`;

const more: readonly (readonly [what: string, name: string, bytes: () => Buffer, codes: readonly number[]])[] = [
  [
    'tar whose long header climbs out',
    'h.tar',
    () => createTar([pax(record('path', OUT)), { name: 'a', content: x }]),
    [15],
  ],
  [
    'tar whose long header is absolute',
    'h.tar',
    () => createTar([pax(record('path', '/tmp/boxwood-escape')), { name: 'a', content: x }]),
    [15],
  ],
  [
    'tar whose long header leads a link out',
    'h.tar',
    () => createTar([pax(record('linkpath', '/etc/passwd')), { name: 'l', type: '2', link: 'a' }]),
    [15],
  ],
  ['tar with a long name that climbs out', 'h.tar', () => createTar([gnu('L', OUT), { name: 'a', content: x }]), [15]],
  [
    'tar with a long link that leads out',
    'h.tar',
    () => createTar([gnu('K', '/etc/passwd'), { name: 'l', type: '2', link: 'a' }]),
    [15],
  ],
  [
    'tar with a NUL in its long name',
    'h.tar',
    () => createTar([pax(record('path', `good\0/../../escape`)), { name: 'a', content: x }]),
    [5, 14, 15],
  ],
  ['tar two hundred folders deep', 'h.tar', () => createTar([gnu('L', deep(200)), { name: 'a', content: x }]), [5]],
  [
    'tar with a path of sixty thousand signs',
    'h.tar',
    () => createTar([gnu('L', deep(30_000)), { name: 'a', content: x }]),
    [5, 10, 14, 15, 16],
  ],
  [
    'tar with a name of a thousand bytes',
    'h.tar',
    () => createTar([gnu('L', 'n'.repeat(1000)), { name: 'a', content: x }]),
    [5, 10, 14],
  ],
  ['tar.zst that climbs out', 'h.tar.zst', () => zstdCompressSync(createTar([{ name: OUT, content: x }])), [15]],
  ['tgz with a device', 'h.tgz', () => gzipSync(createTar([{ name: 'd', type: '3' }])), [15]],
  ['gz that names a file elsewhere', 'h.gz', () => namedStream('../../escape'), [5, 15]],
  ['gz that names an absolute file', 'h.gz', () => namedStream('/tmp/boxwood-escape'), [5, 15]],
  ['jar that climbs out', 'h.jar', () => createZip([{ name: OUT, content: x }]), [15]],
  ['zip with a NUL in a name', 'h.zip', () => createZip([{ name: 'a\0/../../escape', content: x }]), [5, 14, 15]],
  [
    'zip with a name that only the old code page climbs with',
    'h.zip',
    () => createZip([{ name: Buffer.from('..\xaf..\xafescape', 'latin1'), content: x, utf8: false }]),
    [5, 15],
  ],
  [
    'zip with one name in two cases',
    'h.zip',
    () =>
      createZip([
        { name: 'A', content: x },
        { name: 'a', content: x },
      ]),
    [5],
  ],
  [
    'zip with one name twice',
    'h.zip',
    () =>
      createZip([
        { name: 'a', content: x },
        { name: 'a', content: Buffer.from('y') },
      ]),
    [5],
  ],
  [
    'zip with a file and a folder of one name',
    'h.zip',
    () =>
      createZip([
        { name: 'a', content: x },
        { name: 'a/b', content: x },
      ]),
    [5, 10, 14],
  ],
  [
    'zip in zip in zip',
    'h.zip',
    () =>
      createZip([
        { name: 'b.zip', content: createZip([{ name: 'c.zip', content: createZip([{ name: OUT, content: x }]) }]) },
      ]),
    [5],
  ],
  [
    'zip with markup and commands as names',
    'h.zip',
    () =>
      createZip(
        ['<img src=x onerror=ranHere(1)>', '$(touch escape)', '-rf', '`id`', 'a\r\nb', '\u202Egpj.exe'].map((name) => ({
          name,
          content: x,
        })),
      ),
    [5],
  ],
  ['7z that climbs out', 'h.7z', () => packed('7z', () => ['-spf', '../escape']), [15]],
  ['7z with an absolute name', 'h.7z', () => packed('7z', (folder) => ['-spf', join(folder, '../escape')]), [15]],
  [
    '7z with a link that leads out',
    'h.7z',
    () =>
      packed('7z', (folder) => {
        symlinkSync('/etc/passwd', join(folder, 'l'));
        return ['l'];
      }),
    [15],
  ],
  ['tar.xz that climbs out', 'h.tar.xz', () => packedStream('xz'), [15]],
  ['tar.bz2 that climbs out', 'h.tar.bz2', () => packedStream('bz2'), [15]],
];

const packedStream = (kind: 'xz' | 'bz2'): Buffer =>
  packed(kind, (folder) => {
    writeFileSync(join(folder, 'h.tar'), createTar([{ name: OUT, content: x }]));
    return [`-t${kind === 'xz' ? 'xz' : 'bzip2'}`, 'h.tar'];
  });

/** Adversarial archives: those of the unit tests, and those that only a real packer can create. */
export const adversarialArchives: readonly MaliciousArchive[] = [
  ...maliciousArchives,
  ...more.map(([what, name, bytes, codes]) => ({ what, name, bytes, codes })),
];
