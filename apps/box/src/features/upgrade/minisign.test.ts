import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { digestOf, isCommentOf, isSignedBy, parsePublicKey, parseSignature } from './minisign.ts';

// Made by minisign 0.11 of Debian, for a file that contains `hello` and a newline.
const PUBLIC = `untrusted comment: minisign public key 613A5165607263CE
RWTOY3JgZVE6YZfTmkb1M9Nam9QBU5xmAYefwBNFfZsuPSSVj4zJJqG2
`;
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUTOY3JgZVE6Yao/JaDiikXkajMNO//pFfK3reXf4YiNPp4UykoKFL6GOtoRHmLLE6Gjf8yNxopLNW6ZCRM01weAoO5tuccU4wE=
trusted comment: boxwood-box platform=linux-x64 bytes=5 G2=1.0.8
ITv5oHk20FW9iShqDCxGpqFs+EV3qI7T9HGwRsVxfTR98zvbaPJne2m9x8DIR8sa4dnuP10Z027UO40DY2/fDQ==
`;
/** A signature over the bytes themselves (`minisign -l`). */
const OLDER = `untrusted comment: signature from minisign secret key
RWTOY3JgZVE6YWpPI7IML7CqRsMT1dmpegHvnrFq27XN2CB5xbpIIRNclmPgDQa5g2Af1Ixlj9gRL1L+4jDztMOywpQoOojAhAE=
trusted comment: old
aDELwczdYdQE7zQoZVCzTs7wwpyA1ZmXTbfVD9/of8vhPcmvfj3VtJHf8IrP71aA9vb3AKGpR05JfLsGS4TlCQ==
`;

const folder = mkdtempSync(join(tmpdir(), 'boxwood-minisign-'));
const file = join(folder, 'file');
writeFileSync(file, 'hello\n');
afterAll(() => rmSync(folder, { recursive: true }));

const isGood = async (signature: string, key = PUBLIC): Promise<boolean> => {
  const [own, signed] = [parsePublicKey(key), parseSignature(signature)];
  return own !== null && signed !== null && isSignedBy(own, signed, await digestOf(file, AbortSignal.timeout(5000)));
};

describe('a signature of minisign', () => {
  it('is read, and holds for its file and its comment', async () => {
    expect(parseSignature(SIGNATURE)?.comment).toBe('boxwood-box platform=linux-x64 bytes=5 G2=1.0.8');
    expect(await isGood(SIGNATURE)).toBe(true);
    // The untrusted comment may say anything.
    expect(await isGood(SIGNATURE.replace(/^untrusted comment: .*/, 'untrusted comment: of somebody else'))).toBe(true);
    expect(await isGood(SIGNATURE.replaceAll('\n', '\r\n'))).toBe(true);
    expect(parsePublicKey(PUBLIC.split('\n')[1] ?? '')).toEqual(parsePublicKey(PUBLIC));
  });

  it('does not hold for another file, and the older kind is not read', () => {
    const [key, signed] = [parsePublicKey(PUBLIC), parseSignature(SIGNATURE)];
    if (key === null || signed === null) throw new Error('not read');
    expect(isCommentOf(key, signed)).toBe(true);
    expect(isSignedBy(key, signed, Buffer.alloc(64))).toBe(false);
    expect(parseSignature(OLDER)).toBeNull();
  });

  it('does not hold with any other byte in what is signed', async () => {
    const from = SIGNATURE.indexOf('\n') + 1;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: from, max: SIGNATURE.length - 2 }),
        fc.integer({ min: 32, max: 126 }),
        async (at, code) => {
          const other = String.fromCharCode(code);
          fc.pre(SIGNATURE[at] !== other);
          const changed = SIGNATURE.slice(0, at) + other + SIGNATURE.slice(at + 1);
          expect(await isGood(changed), changed).toBe(false);
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it('and a key are read from any text without a throw, and what is read is of the right length', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(...SIGNATURE.split('\n'), ...PUBLIC.split('\n')),
      fc.base64String(),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const signed = parseSignature(lines.join('\n'));
        const lengths =
          signed === null ? null : [signed.id, signed.signature, signed.global].map(({ length }) => length);
        expect([null, [8, 64, 64]]).toContainEqual(lengths);
        const key = parsePublicKey(lines.join('\n'));
        expect([null, [8, 32]]).toContainEqual(key === null ? null : [key.id.length, key.key.length]);
      }),
      { numRuns: propertyRuns(2000) },
    );
    expect(parseSignature('x'.repeat(10_000_000))).toBeNull();
  });
});
