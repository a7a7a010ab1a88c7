/**
 * What a thief of the disk has: the data folder of a running box, without the configuration folder that contains the
 * box's secret.
 */
import { argon2Sync, createHash, createHmac, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** The weakest password that a safe accepts. */
const WEAKEST = '000000';
const folder = mkdtempSync(join(tmpdir(), 'boxwood-stolen-'));
const dataDir = join(folder, 'data');
const configDir = join(folder, 'config');
const stolen = join(folder, 'stolen');

/** Names and contents of all files below a folder. */
const filesOf = (root: string): readonly { readonly name: string; readonly bytes: Buffer }[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(root, name)) }));

/** The encodings in which bytes may be in a file. */
const spellingsOf = (bytes: Buffer): readonly Buffer[] => [
  Buffer.from(bytes),
  ...[
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64url'),
    bytes.toString('base64'),
  ].map((text) => Buffer.from(text.replace(/=+$/, ''))),
];

const pepperOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'boxwood safe v1', 32));
const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('boxwood secret fingerprint v1').digest('hex').slice(0, 16);

/** The secret of the box with this configuration folder. */
const secretOf = (folderOfBox: string): string => {
  const names = readdirSync(folderOfBox, { recursive: true, encoding: 'utf8' });
  return readFileSync(join(folderOfBox, names.find((name) => name.endsWith('secret')) ?? ''), 'utf8').trim();
};

/** Every run of this many letters and digits: a possible secret. */
const runsOf = function* (text: string, length: number): Generator<string> {
  for (const [run] of text.matchAll(new RegExp(`[A-Za-z0-9]{${length},}`, 'g')))
    for (let at = 0; at + length <= run.length; at += 1) yield run.slice(at, at + length);
};

describe('a stolen disk', { timeout: 180_000 }, () => {
  let box: BoxProcess;
  let secret = '';
  beforeAll(async () => {
    box = await startBoxProcess({ dataDir, configDir });
    const owner = await signIn(box.origin, OWNER);
    await owner.safe.setUp({ username: OWNER, password: WEAKEST });
    secret = secretOf(configDir);
    // While the box runs, with the logs of its databases, which contain pages of earlier moments; and again after it
    // was stopped.
    cpSync(dataDir, join(stolen, 'running'), { recursive: true, filter: (path) => !statSync(path).isSocket() });
    await box.stop();
    cpSync(dataDir, join(stolen, 'stopped'), { recursive: true, filter: (path) => !statSync(path).isSocket() });
  });
  afterAll(async () => {
    await box.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const area = () => {
    const database = new DatabaseSync(join(stolen, 'stopped', '.boxwood', 'box.sqlite'), { readOnly: true });
    try {
      return {
        row: database.prepare(`select * from areas where area = 'safe'`).get() ?? {},
        fingerprint: database.prepare(`select value from facts where name like 'fingerprint%'`).get()?.['value'],
      };
    } finally {
      database.close();
    }
  };
  const bytes = (value: unknown): Buffer => (value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0));

  it('has neither the secret of the box nor what is made from it for the safe, however it is spelt', () => {
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    const wanted = [...spellingsOf(Buffer.from(secret)), ...spellingsOf(pepperOf(secret))];
    const files = filesOf(stolen);
    expect(files.filter(({ name }) => name.endsWith('.sqlite')).length).toBeGreaterThanOrEqual(4);
    expect(files.filter((file) => wanted.some((word) => file.bytes.includes(word))).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('nothing on it is the secret: of all that has its form, nothing has its fingerprint', () => {
    const { fingerprint } = area();
    expect(fingerprint).toBe(fingerprintOf(secret));
    let tried = 0;
    for (const file of filesOf(stolen))
      for (const run of runsOf(file.bytes.toString('latin1'), 32)) {
        tried += 1;
        expect(fingerprintOf(run) === fingerprint, file.name).toBe(false);
      }
    expect(tried).toBeGreaterThan(0);
  });

  it('guessing does not begin: without the secret even the right password is a wrong one', () => {
    const { row } = area();
    const number = (name: string): number => Number(row[name]);
    const fits = (pepper: Uint8Array): boolean => {
      const derived = argon2Sync('argon2id', {
        message: WEAKEST,
        nonce: bytes(row['salt']),
        secret: pepper,
        tagLength: 64,
        memory: number('memory'),
        passes: number('passes'),
        parallelism: number('lanes'),
      });
      return createHash('sha256').update(derived.subarray(32)).digest().equals(bytes(row['verifier']));
    };
    expect(fits(pepperOf(secret))).toBe(true);
    // What a thief can try instead: nothing, and what the database contains of the secret.
    for (const each of ['', fingerprintOf(secret)])
      for (const pepper of [Buffer.from(each), pepperOf(each)]) expect(fits(pepper)).toBe(false);
  });

  it('an account service elsewhere is shown a key that was made from the secret, and learns nothing else of it', async () => {
    const shown: IncomingHttpHeaders[] = [];
    const service = createServer(({ headers }, response) => {
      shown.push(headers);
      response.writeHead(503).end();
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const at = service.address();
    const url = `http://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`;
    const away = await startBoxProcess({
      dataDir: join(folder, 'away'),
      configDir: join(folder, 'away-config'),
      withUsers: false,
      args: ['--account', url],
    });
    try {
      await expect.poll(() => shown.some((headers) => headers[BOX_SECRET_HEADER] !== undefined)).toBe(true);
      await expect.poll(() => shown.some((headers) => headers.upgrade !== undefined)).toBe(true);
      const own = secretOf(join(folder, 'away-config'));
      expect(own).toMatch(/^[A-Za-z0-9]{32}$/);
      const told = shown.flatMap((headers) => headers[BOX_SECRET_HEADER] ?? []);
      expect([...new Set(told)]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
      expect(JSON.stringify(shown)).not.toContain(own);
      const tell = async (key: string): Promise<unknown> => {
        const headers = { [BOX_SECRET_HEADER]: key, 'content-type': 'application/json' };
        const body = JSON.stringify({ users: [] });
        return (await fetch(`${away.origin}/internal/roster`, { method: 'POST', headers, body })).json();
      };
      expect(await tell(own)).toMatchObject({ error: 6 });
      expect(await tell(String(told[0]))).toMatchObject({ error: 0 });
    } finally {
      await away.kill();
      service.close();
      service.closeAllConnections();
    }
  });

  it('a box does not start on it, and says what is missing', async () => {
    const started = startBoxProcess({ dataDir: join(stolen, 'stopped'), configDir: join(folder, 'thief') });
    await expect(started).rejects.toThrow(/The secret of this box \(fingerprint [0-9a-f]{16}\) is missing/);
  });
});
