import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidReleaseError, unpackPackage } from './unpack-package.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-unpack-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Entry {
  readonly name: string;
  readonly body?: string;
  readonly kind?: string;
  readonly mode?: number;
  readonly link?: string;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

const headOf = ({ name, body = '', kind = '0', mode = 0o644, link = '' }: Entry): Buffer => {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write(octal(mode, 8), 100);
  head.write(octal(Buffer.byteLength(body), 12), 124);
  head.write(' '.repeat(8), 148);
  head.write(kind, 156);
  head.write(link, 157);
  head.write('ustar\x0000', 257);
  head.write(
    octal(
      head.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return head;
};

const packed = (entries: readonly Entry[], end = 1024): Buffer =>
  gzipSync(
    Buffer.concat([
      ...entries.flatMap((entry) => {
        const body = Buffer.from(entry.body ?? '');
        return [headOf(entry), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
      }),
      Buffer.alloc(end),
    ]),
  );

const tried = async (file: Buffer, most = 1000): Promise<unknown> => {
  writeFileSync(join(folder, 'package'), file);
  const options = { signal: AbortSignal.timeout(10_000), maxBytes: most, onBytes: () => undefined };
  return unpackPackage(join(folder, 'package'), join(folder, 'into'), options).then(
    () => 'unpacked',
    (failure: unknown) => (failure instanceof InvalidReleaseError ? failure.message : failure),
  );
};

const TOP: Entry = { name: 'release/', kind: '5', mode: 0o755 };

describe('a package', () => {
  it('is unpacked without the folder that everything lies in', async () => {
    const long = `${'a'.repeat(600)}\n`;
    const entries = [
      TOP,
      { name: 'release/main.js', body: long },
      { name: 'release/deep/er/run', body: 'x', mode: 0o755 },
    ];
    expect(await tried(packed(entries))).toBe('unpacked');
    expect(readFileSync(join(folder, 'into/main.js'), 'utf8')).toBe(long);
    expect(statSync(join(folder, 'into/main.js')).mode & 0o777).toBe(0o644);
    expect(statSync(join(folder, 'into/deep/er/run')).mode & 0o111).not.toBe(0);
  });

  it('with an entry that no release has is refused, and nothing is written outside', async () => {
    const hostile: readonly Entry[] = [
      { name: 'release/../../out', body: 'x' },
      { name: '/release/out', body: 'x' },
      { name: 'release//out', body: 'x' },
      { name: 'release/./out', body: 'x' },
      { name: 'release/link', kind: '2', link: '/etc/passwd' },
      { name: 'release/hard', kind: '1', link: 'package' },
      { name: 'release/device', kind: '3' },
      { name: 'release/fifo', kind: '6' },
      { name: 'release/more', kind: 'x', body: '20 path=../../out\n' },
      { name: 'release/longer', kind: 'L', body: 'release/out' },
    ];
    for (const entry of hostile) {
      expect(await tried(packed([TOP, entry])), entry.name).toBe('an unexpected entry');
      expect(readdirSync(folder).toSorted()).toEqual(['into', 'package']);
      expect(readdirSync(join(folder, 'into'))).toEqual([]);
      rmSync(join(folder, 'into'), { recursive: true });
    }
  });

  it('that is larger than it says, cut off, damaged or no package is refused', async () => {
    const whole = packed([TOP, { name: 'release/a', body: 'x'.repeat(900) }], 0);
    for (const [file, words] of [
      [packed([TOP, { name: 'release/a', body: 'x'.repeat(1001) }]), 'larger than announced'],
      [whole, 'cut off'],
      [gzipSync(Buffer.alloc(700, 7)), 'damaged'],
    ] as const) {
      expect(await tried(file)).toBe(words);
      rmSync(join(folder, 'into'), { recursive: true });
    }
    expect(await tried(Buffer.from('no package'))).toBeInstanceOf(Error);
    expect(existsSync(join(folder, 'into/a'))).toBe(false);
  });

  it('that writes the same file twice is refused by the disk', async () => {
    const twice = { name: 'release/a', body: 'x' };
    expect(await tried(packed([TOP, twice, twice]))).toMatchObject({ code: 'EEXIST' });
  });
});
