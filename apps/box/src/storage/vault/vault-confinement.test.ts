import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { fromDisk, isReversibleName, toDisk } from './disk-names.ts';
import { callerFor } from './places.ts';
import { refusalCodeOf, Refusal } from './refusal.ts';
import type { TestVault } from './vault-test-helpers.ts';
import { createTestVault } from './vault-test-helpers.ts';
import { decodeUrlPath, decodeUrlText, isEntryName, parseWirePath } from './wire-path.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Everything about a tree that an escape could change or reveal. */
const fingerprint = (root: string): string => {
  const hash = createHash('sha256');
  const walk = (path: string) => {
    const stat = lstatSync(path, { bigint: true });
    hash.update(`${path} ${stat.mode} ${stat.ino} ${stat.mtimeNs} ${stat.nlink}\n`);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  walk(root);
  return hash.digest('hex');
};

let box: TestVault;
let canary = '';
let secrets: readonly number[] = [];
let before = '';
const ann = callerFor('ann');

beforeAll(() => {
  box = createTestVault();
  canary = join(box.root, 'canary');
  mkdirSync(join(canary, 'deep'), { recursive: true });
  mkdirSync(join(box.root, 'usb1/bob/secret'), { recursive: true });
  writeFileSync(join(canary, 'secret.txt'), 'CANARY');
  writeFileSync(join(canary, 'deep/secret.txt'), 'CANARY');
  secrets = ['', 'deep'].map((folder) => lstatSync(join(canary, folder, 'secret.txt')).ino);
  const home = join(box.root, 'usb1/ann');
  mkdirSync(join(home, 'docs'), { recursive: true });
  for (const [name, target] of [
    ['out', canary],
    ['up', '../../canary'],
    ['file', join(canary, 'secret.txt')],
    ['dangling', join(canary, 'not-yet')],
    ['loop', 'loop'],
    ['root', '/'],
    ['self', '/proc/self/fd'],
    ['docs/out', '../../../canary'],
  ])
    symlinkSync(target ?? '', join(home, name ?? ''));
  before = fingerprint(canary);
});
afterAll(() => box.remove());

/** Tries every operation of the vault at a path; returns the refusal codes. */
const attack = async (path: string): Promise<(number | 'done')[]> => {
  const { vault } = box;
  const attempts = [
    async () => {
      const file = await vault.openFile(vault.resolve(ann, path, 'read'));
      const text = await file.readFile('utf8');
      await file.close();
      expect(text, path).not.toContain('CANARY');
    },
    async () => {
      await using folder = await vault.folder(vault.resolve(ann, path, 'read'));
      // Compared by file, not by name: an earlier attack may have created this name inside.
      expect(secrets, path).not.toContain((await folder.lstat('secret.txt'))?.ino);
    },
    async () => {
      const stat = await vault.lstat(vault.resolve(ann, path, 'read'));
      expect(stat?.ino).not.toBe(lstatSync(join(canary, 'secret.txt')).ino);
    },
    async () => vault.makeFolder(vault.resolve(ann, `${path}/made`, 'write')),
    async () => {
      await using entry = await vault.parent(vault.resolve(ann, path, 'write'));
      await entry.folder.openFile(entry.name, 0o101).then((file) => file.close());
    },
    async () => vault.move(vault.resolve(ann, path, 'write'), vault.resolve(ann, '/mnt/usb1/ann/moved', 'write')),
  ];
  const outcomes: (number | 'done')[] = [];
  for (const attempt of attempts)
    try {
      await attempt();
      outcomes.push('done');
    } catch (failure) {
      if (!(failure instanceof Refusal)) expect(refusalCodeOf(failure), `${path}: ${String(failure)}`).not.toBe(7);
      outcomes.push(refusalCodeOf(failure));
    }
  return outcomes;
};

const DOTS = [
  '..',
  '.',
  '%2e%2e',
  '%252e%252e',
  '..%00',
  '..;',
  '.%2e',
  '．．',
  '‥',
  '..\\',
  '\\..',
  '..%c0%af',
  '%c0%ae%c0%ae',
  '....',
  '..%5c',
  '~',
  '\uDCAE\uDCAE',
  '\uD800',
  '%uff0e%uff0e',
  '..\u200B',
];
const SEPARATORS = ['/', '//', '\\', '%2f', '%252f', '／', '∕', '%5c', '\0', '/./', '%c0%af', '\uDCAF'];
const TARGETS = [
  'canary',
  'canary/secret.txt',
  'etc/passwd',
  'usb1/bob/secret',
  'bob',
  'state/box.db',
  'secret.txt',
  '',
];
const PREFIXES = [
  '/mnt/usb1/ann',
  '/mnt/usb1/ann/docs',
  '/mnt/usb1/shared-files',
  '/mnt/usb1',
  '/mnt/extdev/x',
  '/mnt/safebox',
  '',
  '/mnt/usb1/ann/.share2me',
  '/mnt/usb1/ann/.Trash',
  '/mnt/usb1/ann/out',
];

const corpus = (): string[] => {
  const strings: string[] = [];
  for (const prefix of PREFIXES)
    for (const dots of DOTS)
      for (const separator of SEPARATORS)
        for (const target of TARGETS) {
          strings.push(`${prefix}/${dots}${separator}${dots}${separator}${target}`);
          strings.push(`${prefix}${separator}${`${dots}${separator}`.repeat(8)}${target}`);
        }
  return strings;
};

describe('confinement', () => {
  it('38,400 traversal strings, as they are and percent-decoded once, name nothing outside', () => {
    const strings = corpus();
    expect(strings).toHaveLength(38_400);
    const roots = ['/mnt/usb1/ann', '/mnt/usb1/shared-files', '/mnt/usb2/ann', '/mnt/extdev/', '/mnt/netdev/'];
    let accepted = 0;
    // Collected, because one expectation per attempt would cost more than the check.
    const wrong: string[] = [];
    // Stack traces of tens of thousands of refusals are not needed and take most of the time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit));
    for (const string of strings)
      for (const read of [parseWirePath, (path: string) => parseWirePath(decodeUrlPath(path))])
        try {
          const { key } = box.vault.resolve(ann, `/${read(string).join('/')}`, 'read');
          accepted += 1;
          const climbs = key.split('/').some((part) => part === '..' || part === '.');
          if (climbs || !roots.some((root) => key.startsWith(root))) wrong.push(`${string} gave ${key}`);
        } catch (failure) {
          if (!(failure instanceof Refusal) || ![5, 13, 15].includes(refusalCodeOf(failure)))
            wrong.push(`${string}: ${String(failure)}`);
        }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(1000);
  });

  it('links inside a home lead nowhere, however deep, for reading and for writing', async () => {
    for (const link of ['out', 'up', 'file', 'dangling', 'loop', 'root', 'self', 'docs/out'])
      for (const rest of ['', '/secret.txt', '/deep', '/deep/secret.txt', '/canary', '/0', '/not-yet/x'])
        if (rest !== '') {
          const outcomes = await attack(`/mnt/usb1/ann/${link}${rest}`);
          expect(outcomes.slice(0, 2), `${link}${rest}`).not.toContain('done');
          expect(outcomes.slice(3), `${link}${rest}`).not.toContain('done');
        }
    expect(fingerprint(canary)).toBe(before);
  });

  it('arbitrary strings as paths: a refusal or a name below the own roots, and the canary is untouched', async () => {
    const part = fc.oneof(
      fc.constantFrom(...DOTS, ...SEPARATORS, ...TARGETS, 'out', 'up', 'file', 'dangling', 'docs', 'self', 'root'),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.nat({ max: 300 }).map((length) => 'x'.repeat(length)),
    );
    const path = fc
      .tuple(fc.constantFrom(...PREFIXES), fc.array(part, { maxLength: 6 }), fc.constantFrom('/', ''))
      .map(([prefix, parts, glue]) => `${prefix}/${parts.join(glue)}`);
    await fc.assert(
      fc.asyncProperty(path, async (candidate) => {
        await attack(candidate);
      }),
      { numRuns: propertyRuns(700) },
    );
    expect(fingerprint(canary)).toBe(before);
    expect(readdirSync(box.root).sort()).toEqual(['canary', 'extdev', 'netdev', 'state', 'usb1', 'usb2', 'usb3']);
    expect(readdirSync(join(box.root, 'usb1/bob/secret'))).toEqual([]);
  });

  it('a folder that is swapped for a link again and again never lets anything out', async () => {
    const home = join(box.root, 'usb1/ann');
    const real = join(home, 'swap');
    mkdirSync(join(real, 'deep'), { recursive: true });
    const stop = new AbortController();
    const pause = () => new Promise((resolve) => setImmediate(resolve));
    const swapper = (async () => {
      for (let turn = 0; !stop.signal.aborted; turn += 1) {
        renameSync(real, `${real}-kept`);
        try {
          symlinkSync(canary, real);
        } catch {
          // The attack created a folder in between, which is inside and blocks the operation.
        }
        await pause();
        rmSync(real, { recursive: true });
        renameSync(`${real}-kept`, real);
        if (turn % 4 === 0) await pause();
      }
    })();
    const outcomes: (number | 'done')[] = [];
    for (let turn = 0; turn < 60; turn += 1)
      for (const rest of ['secret.txt', 'deep/secret.txt', `deep/new${turn}`])
        outcomes.push(...(await attack(`/mnt/usb1/ann/swap/${rest}`)));
    stop.abort();
    await swapper;
    expect(fingerprint(canary)).toBe(before);
    expect(outcomes).toContain('done');
    expect(outcomes).toContain(15);
  });

  it('any bytes that can be a name go to the wire and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const name = fromDisk(bytes);
        expect(isReversibleName(name)).toBe(true);
        expect(JSON.parse(JSON.stringify(name))).toBe(name);
        expect(Buffer.from(toDisk(name))).toEqual(Buffer.from(bytes));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('what a name stands for on the disk never leaves its folder, whatever surrogates spell it', () => {
    const sign = fc.oneof(
      fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
      // A slash, a dot and a NUL encoded like raw bytes, which is only valid from 0x80 on.
      fc.constantFrom('\uDC2F', '\uDC2E', '\uDC00', '\uDCAF', '\uDCC0', '\uDCFF', '.', '/', '\0', 'a', '\uFFFD'),
    );
    const spelled = fc.array(sign, { minLength: 1, maxLength: 6 }).map((signs) => signs.join(''));
    let names = 0;
    fc.assert(
      fc.property(spelled, (name) => {
        const encoded = Array.from(Buffer.from(toDisk(name)), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(
          '',
        );
        const addressed = decodeUrlText(encoded);
        expect(Buffer.from(toDisk(addressed))).toEqual(Buffer.from(toDisk(name)));
        if (!isEntryName(name)) return;
        names += 1;
        const disk = Buffer.from(toDisk(name));
        expect(disk.includes(0) || disk.includes(0x2f)).toBe(false);
        expect(['.', '..']).not.toContain(disk.toString('latin1'));
        expect(addressed).toBe(name);
      }),
      { numRuns: propertyRuns(5000) },
    );
    expect(names).toBeGreaterThan(propertyRuns(300));
  });

  it('a path is as long as its bytes on the disk', () => {
    const odd = Array.from({ length: 20 }, () => '\uDCFF'.repeat(200)).join('/');
    expect(parseWirePath(`/${odd}`)).toHaveLength(20);
    expect(() => parseWirePath(`/${odd}/${odd}`)).toThrow(Refusal);
  });

  it('two spellings of one disk name are not both accepted', () => {
    expect(isReversibleName('\uDCC3\uDCA9')).toBe(false);
    expect(isReversibleName('é')).toBe(true);
    expect(isReversibleName('\uD83D')).toBe(false);
    expect(isReversibleName('😀\uDCFF')).toBe(true);
  });
});
