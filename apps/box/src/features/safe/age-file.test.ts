import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { OpenDirectory } from '../../storage/copy/open-directory.ts';
import { Progress } from '../../runtime/progress.ts';
import { recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import { decryptFile, encryptFile } from './age-file.ts';
import { identityText, newIdentity, parseIdentity, recipientOf, recipientText } from './age-keys.ts';

let root: string;
let from: OpenDirectory;
let staging: OpenDirectory;
const identity = newIdentity();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'age-'));
  from = OpenDirectory.open(root);
  staging = from.openOrCreate('staging');
});
afterEach(() => {
  from.close();
  staging.close();
  rmSync(root, { recursive: true });
});

const encrypt = (plain: Uint8Array): Buffer => {
  writeFileSync(join(root, 'plain'), plain);
  encryptFile(from, 'plain', staging, recipientOf(identity), new Progress());
  return readFileSync(join(root, 'staging/item'));
};
const decrypt = (sealed: Uint8Array, who = identity): Buffer => {
  writeFileSync(join(root, 'sealed'), sealed);
  decryptFile(from, 'sealed', staging, who, new Progress());
  return readFileSync(join(root, 'staging/item'));
};
const codeOfDecrypt = (sealed: Uint8Array, who = identity): unknown => {
  rmSync(join(root, 'staging/item'), { force: true });
  try {
    decrypt(sealed, who);
  } catch (failure) {
    expect(existsSync(join(root, 'staging/item'))).toBe(false);
    expect(existsSync(join(root, 'staging/part'))).toBe(false);
    return failure instanceof Error && 'code' in failure ? failure.code : failure;
  }
  return 0;
};

const sizes = [0, 1, 15, 16, 65_535, 65_536, 65_537, 131_072, 64 * 65_536, 64 * 65_536 + 1, 5_000_000];

describe('age files (G-32)', { timeout: 60_000 }, () => {
  it('come back as they went, with time and mode, at every border of the record size', () => {
    for (const size of sizes) {
      const plain = randomBytes(size);
      expect(decrypt(encrypt(plain)).equals(plain), String(size)).toBe(true);
    }
    utimesSync(join(root, 'plain'), 1_700_000_000, 1_600_000_000);
    chmodSync(join(root, 'plain'), 0o640);
    encryptFile(from, 'plain', staging, recipientOf(identity), new Progress());
    const made = statSync(join(root, 'staging/item'));
    expect(made.mtimeMs).toBe(1_600_000_000_000);
    expect(made.mode & 0o777).toBe(0o640);
  });

  it('are on the disk before they have their name', async () => {
    const disk = await recordDiskCalls(realpathSync(root));
    try {
      decrypt(encrypt(randomBytes(10)));
      const act = ['sync staging/part', 'rename staging/part -> staging/item'];
      expect(disk.takeCalls()).toEqual([...act, ...act]);
    } finally {
      disk.stop();
    }
  });

  it('are read by the public age implementation, and read what it writes', async () => {
    const text = identityText(identity);
    expect(await identityToRecipient(text)).toBe(recipientText(recipientOf(identity)));
    expect(parseIdentity(text)).toEqual(new Uint8Array(identity));
    for (const size of [0, 1, 65_536, 65_537, 300_000]) {
      const plain = randomBytes(size);
      const decrypter = new Decrypter();
      decrypter.addIdentity(text);
      expect(Buffer.from(await decrypter.decrypt(encrypt(plain))).equals(plain), String(size)).toBe(true);
      const encrypter = new Encrypter();
      encrypter.addRecipient(await identityToRecipient(identityText(newIdentity())));
      encrypter.addRecipient(recipientText(recipientOf(identity)));
      expect(decrypt(await encrypter.encrypt(plain)).equals(plain), String(size)).toBe(true);
    }
  });

  it('refuse any single changed bit with 12, 13 or 14 and leave nothing behind', () => {
    const plain = randomBytes(140_000);
    const sealed = encrypt(plain);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const broken = Buffer.from(sealed);
        broken[at] = (broken[at] ?? 0) ^ (1 << bit);
        expect([12, 13, 14]).toContain(codeOfDecrypt(broken));
      }),
      // The header has its own test for every byte. Here it is one record of the content, and the reader distinguishes
      // two kinds.
      { numRuns: propertyRuns(40) },
    );
  });

  it('refuse every changed byte of the header', () => {
    const sealed = encrypt(Buffer.from('hello'));
    const header = sealed.indexOf('\n--- ') + 5 + 44;
    for (let at = 0; at < header; at += 1) {
      const broken = Buffer.from(sealed);
      broken[at] = (broken[at] ?? 0) ^ 1;
      expect([12, 13, 14], String(at)).toContain(codeOfDecrypt(broken));
    }
  });

  it('refuse truncation at every kind of place, appended bytes, and reordered or repeated records', () => {
    const record = 65_536 + 16;
    const sealed = encrypt(randomBytes(3 * 65_536));
    const begin = sealed.length - 3 * record;
    const [a, b, c] = [0, 1, 2].map((each) => sealed.subarray(begin + each * record, begin + (each + 1) * record));
    const head = sealed.subarray(0, begin);
    for (const cut of [
      1,
      15,
      16,
      17,
      100,
      record - 16,
      record - 1,
      record,
      record + 1,
      2 * record,
      3 * record,
      3 * record + 5,
    ])
      expect(codeOfDecrypt(sealed.subarray(0, sealed.length - cut)), String(cut)).toBe(14);
    const mixes = [
      [b, a, c],
      [a, c, b],
      [a, b, c, c],
      [a, a, b, c],
      [a, b],
      [c],
      [a, b, c, Buffer.alloc(16)],
      [a, b, c, Buffer.alloc(1)],
    ];
    for (const mix of mixes) expect(codeOfDecrypt(Buffer.concat([head, ...mix.map((each) => each ?? head)]))).toBe(14);
  });

  it('refuse records of another file under the same key', () => {
    const one = encrypt(randomBytes(100_000));
    const two = encrypt(randomBytes(100_000));
    const spliced = Buffer.concat([one.subarray(0, one.length - 34_480), two.subarray(two.length - 34_480)]);
    expect(codeOfDecrypt(spliced)).toBe(14);
  });

  it('tell a foreign key (12) from a file that is not encrypted (13)', () => {
    expect(codeOfDecrypt(encrypt(Buffer.from('x')), newIdentity())).toBe(12);
    expect(codeOfDecrypt(Buffer.from('just text'))).toBe(13);
    expect(codeOfDecrypt(Buffer.alloc(0))).toBe(13);
  });
});
