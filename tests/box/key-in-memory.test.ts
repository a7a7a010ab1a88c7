/**
 * Where the key of a safe is in the memory of a running box: in one place while the safe is open, nowhere when it is
 * locked.
 */
import { argon2Sync, createDecipheriv, hkdfSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decryptTask, encryptTask } from '@boxwood/box-sdk';
import type { NewTask } from '@boxwood/box-sdk';
import { findInMemory } from '../../apps/box/src/features/safe/memory-scan.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const PASSWORD = 'tulip-42';
const folder = mkdtempSync(join(tmpdir(), 'boxwood-memory-'));
const dataDir = join(folder, 'data');
const configDir = join(folder, 'config');

const bytes = (value: unknown): Buffer => (value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0));

/**
 * The key of the owner's safe, computed from the disk, the secret and the password: requesting it from the box would
 * leave it in memory.
 */
const keyOf = (password: string): Buffer => {
  const name = readdirSync(configDir, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('secret'));
  const secret = readFileSync(join(configDir, name ?? ''), 'utf8').trim();
  const database = new DatabaseSync(join(dataDir, '.boxwood', 'box.sqlite'), { readOnly: true });
  const row = database.prepare(`select * from areas where area = 'safe'`).get() ?? {};
  database.close();
  const derived = argon2Sync('argon2id', {
    message: password,
    nonce: bytes(row['salt']),
    tagLength: 64,
    memory: Number(row['memory']),
    passes: Number(row['passes']),
    parallelism: Number(row['lanes']),
    secret: Buffer.from(hkdfSync('sha256', secret, '', 'boxwood safe v1', 32)),
  });
  const wrapped = bytes(row['wrapped']);
  const decipher = createDecipheriv('chacha20-poly1305', derived.subarray(0, 32), wrapped.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(`boxwood safe v1 ${OWNER}`), { plaintextLength: 32 });
  decipher.setAuthTag(wrapped.subarray(-16));
  return Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
};

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The characters of a recovery kit that encode the key, without the checksum. */
const bech32Of = (key: Buffer): string => {
  const bits = [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [...bits.slice(0, 255).matchAll(/.{5}/g)].map(([group]) => ALPHABET[parseInt(group, 2)]).join('');
};
/** The encodings in which a key may be in memory; half of it is enough for a match. */
const spellingsOf = (key: Buffer): ReadonlyMap<string, Buffer> => {
  const texts = [key.toString('hex'), key.toString('base64url'), key.toString('base64'), bech32Of(key)];
  const all = texts.flatMap((text) => [text, text.toUpperCase()]).map((text) => [text, text.slice(0, 20)] as const);
  return new Map([
    ['raw', Buffer.from(key)],
    ['the first half of it', key.subarray(0, 16)],
    ['the second half of it', key.subarray(16)],
    ...all.flatMap(([name, text]) => [
      [`text ${name}`, Buffer.from(text)] as const,
      [`wide text ${name}`, Buffer.from(text, 'utf16le')] as const,
    ]),
  ]);
};

const ONE = { raw: 1, 'the first half of it': 1, 'the second half of it': 1 };

describe('the key of a safe in the memory of the box', { timeout: 300_000 }, () => {
  let box: BoxProcess;
  let owner: Awaited<ReturnType<typeof signIn>>;
  const copies = (password = PASSWORD) => findInMemory(box.child.pid ?? 0, spellingsOf(keyOf(password)));
  const run = async (task: NewTask): Promise<void> => {
    const { id } = await owner.tasks.add(task);
    await vi.waitFor(
      async () => {
        const { list } = await owner.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
        expect(list).toContainEqual(expect.objectContaining({ tb_id: id, tb_state: 1 }));
      },
      { timeout: 60_000 },
    );
  };
  beforeAll(async () => {
    box = await startBoxProcess({ dataDir, configDir });
    owner = await signIn(box.origin, OWNER);
    await owner.safe.setUp({ username: OWNER, password: PASSWORD });
  });
  afterAll(async () => {
    await box.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('once while the safe is open, however long it is used, and never after it was locked', async () => {
    expect(copies()).toEqual(ONE);
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(join(box.usb1, OWNER, 'letter.txt'), 'dear');
      await run(encryptTask(OWNER, `/mnt/usb1/${OWNER}/letter.txt`, '/mnt/safebox'));
      await run(decryptTask(OWNER, '/mnt/safebox/letter.txt.hyencrypt_v3', `/mnt/usb1/${OWNER}`));
    }
    expect(copies()).toEqual(ONE);
    await owner.safe.lock({ area: 'safe' });
    expect(copies()).toEqual({});
  });

  it('the same when it is opened again, the password is changed and the session ends', async () => {
    await expect(owner.safe.unlock({ username: OWNER, password: 'wrong-1' })).rejects.toThrow();
    expect(copies()).toEqual({});
    await owner.safe.unlock({ username: OWNER, password: PASSWORD });
    expect(copies()).toEqual(ONE);
    await owner.safe.changePassword({ username: OWNER, old: PASSWORD, password: 'crocus-7' });
    expect(copies('crocus-7')).toEqual(ONE);
    await owner.session.signOut({ userName: OWNER, token: owner.token });
    expect(copies('crocus-7')).toEqual({});
  });
});
