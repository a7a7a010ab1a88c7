/**
 * The state of a box: access to a data folder, starts with damaged data, and the ways to recover, with real processes
 * as a user starts them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'boxwood-state-'));
const dataDir = join(folder, 'data');
const configDir = join(folder, 'config');
const kit = join(folder, 'kit.txt');
const database = (name: 'box' | 'account/account') => join(dataDir, '.boxwood', `${name}.sqlite`);
const backups = join(dataDir, '.boxwood-backups');

const start = () => startBoxProcess({ dataDir, configDir });
/** The message of a start that is refused. */
const refused = (): Promise<string> =>
  start().then(
    async (box) => {
      await box.kill();
      return 'started';
    },
    (failure: unknown) => (failure instanceof Error ? failure.message : ''),
  );

/** `boxwood-box WORD …` on the data folder, with this input. */
const boxwoodBox = async (args: readonly string[], typed = '') => {
  const child = spawn(
    'node',
    [
      '--disable-warning=ExperimentalWarning',
      '--conditions=@boxwood/source',
      join(root, 'apps/box/src/bin/main.ts'),
      ...args,
      '--data',
      dataDir,
    ],
    { stdio: 'pipe', env: { ...process.env, BOXWOOD_CONFIG_DIR: configDir, BOXWOOD_LOG: 'warn' } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  child.stdin.end(typed);
  await once(child, 'close');
  return { code: child.exitCode, said };
};

const letter = () => join(dataDir, 'usb1', OWNER, 'letter.txt');

// A limit for hanging steps: every step is a separate process, and the machine may be busy.
describe('the state of a box', { timeout: 180_000 }, () => {
  let box: BoxProcess;
  beforeAll(async () => {
    box = await start();
    writeFileSync(letter(), 'dear');
  });
  afterAll(async () => {
    await box.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a second box on the same folder is refused with a sentence; a backup is made while the first runs', async () => {
    const second = await boxwoodBox(['--port', '0', '--share-port', 'none']);
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/^Another box \(process \d+ on .*\) is using the data folder .*\n$/);
    const looked = await boxwoodBox(['doctor', '--port', new URL(box.origin).port]);
    expect(looked.said).toMatch(/ok {4}The box is running \(process \d+ on .*\); port \d+ is in use\.\n/);
    expect(looked.code, looked.said).toBe(0);
    const made = await boxwoodBox(['backup', '--kit', kit]);
    expect(made.said).toContain('Backed up');
    expect(made.code).toBe(0);
    expect(readFileSync(kit, 'utf8')).toContain('fingerprint: ');
    await signIn(box.origin, MEMBER);
  });

  it('killed and damaged: no set-up link; one command brings everybody back', async () => {
    await box.kill();
    // Writes the log into the file: a damaged file with an intact log would still be readable.
    const checkpoint = new DatabaseSync(database('box'));
    checkpoint.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkpoint.close();
    writeFileSync(database('box'), 'no database '.repeat(5000));
    const said = await refused();
    expect(said).not.toContain('?setup=');
    expect(said).toMatch(
      /the box ended with 1:[^]*does not ask for a new owner\. Restore the backup of .*main\.[jt]s'? restore/,
    );
    const restored = await boxwoodBox(['restore']);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.said).toContain('The previous databases are in');
    box = await start();
    expect(box.setupCode).toBeNull();
    await signIn(box.origin, OWNER);
    await signIn(box.origin, MEMBER);
    await box.stop();
    // Over intact databases it is only done with an explicit confirmation.
    const asked = await boxwoodBox(['restore']);
    expect([asked.code, asked.said]).toEqual([1, expect.stringContaining('The databases are intact.')]);
  });

  it('both databases and every backup gone: refused still, and the owner is made at the terminal', async () => {
    rmSync(join(dataDir, '.boxwood'), { recursive: true });
    rmSync(backups, { recursive: true });
    expect(await refused()).toContain('restore --data');
    expect(await boxwoodBox(['restore', '--rebuild', '--owner', OWNER], 'short\n')).toMatchObject({ code: 1 });
    expect(await boxwoodBox(['restore', '--rebuild', '--owner', OWNER], `${OWNER}-1\n`)).toMatchObject({ code: 1 });
    const rebuilt = await boxwoodBox(['restore', '--rebuild', '--owner', OWNER], `${PASSWORD}\n`);
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(rebuilt.said).not.toContain(PASSWORD);
    box = await start();
    expect(box.setupCode).toBeNull();
    const owner = await signIn(box.origin, OWNER);
    const { file_list: files } = await owner.files.list({ path: `/mnt/usb1/${OWNER}`, count: 100, hasbaseinfo: 0 });
    expect(files.map(({ n }) => n)).toContain('letter.txt');
    await box.stop();
  });

  it('who forgot the password gets a new one at the terminal, also the owner; the old one and its sessions end', async () => {
    box = await start();
    const { token } = await signIn(box.origin, OWNER);
    const set = (name: string, typed: string) => boxwoodBox(['password', name], typed);
    const busy = await set(OWNER, 'hedge-in-july\n');
    expect([busy.code, busy.said]).toEqual([1, expect.stringContaining('Another box')]);
    await box.stop();
    expect(await set('nobody-x', 'hedge-in-july\n')).toMatchObject({ code: 1 });
    expect(await set(OWNER, 'short\n')).toMatchObject({ code: 1 });
    expect(await set(OWNER, `${OWNER}-1\n`)).toMatchObject({ code: 1 });
    const done = await set(OWNER, 'hedge-in-july\n');
    expect(done).toMatchObject({ code: 0 });
    expect(done.said).not.toContain('hedge-in-july');
    box = await start();
    const before = createBoxClient({
      baseUrl: box.origin,
      transport: fetchTransport(),
      identity: () => ({ username: OWNER, token }),
    });
    const isIn = () =>
      before.files.list({ path: `/mnt/usb1/${OWNER}`, count: 1, hasbaseinfo: 0 }).then(
        () => true,
        () => false,
      );
    // The account service notifies the box as soon as both run.
    await expect.poll(isIn, { timeout: 20_000 }).toBe(false);
    await expect(signIn(box.origin, OWNER)).rejects.toThrow(/2003/);
    await signIn(box.origin, OWNER, 'hedge-in-july');
    await box.stop();
    expect(await set(OWNER, `${PASSWORD}\n`)).toMatchObject({ code: 0 });
  });

  it('without its secret it does not start with a new one; the kit brings it back, or the loss is accepted', async () => {
    const [name = ''] = readdirSync(join(configDir, 'boxwood'));
    const secret = join(configDir, 'boxwood', name, 'secret');
    rmSync(secret);
    expect(await refused()).toMatch(/The secret of this box \(fingerprint [0-9a-f]{16}\) is missing/);
    expect(existsSync(secret)).toBe(false);
    expect(await boxwoodBox(['restore', '--kit', kit])).toMatchObject({ code: 0 });
    expect(readFileSync(kit, 'utf8')).toContain(readFileSync(secret, 'utf8').trim());
    rmSync(secret);
    expect((await boxwoodBox(['restore', '--new-secret'])).said).toContain('Safes that can only be opened');
    expect(existsSync(secret)).toBe(false);
    expect(await boxwoodBox(['restore', '--new-secret', '--yes'])).toMatchObject({ code: 0 });
    box = await start();
    await signIn(box.origin, OWNER);
    await box.stop();
  });

  it('a database of a newer box is refused with a sentence', async () => {
    const later = new DatabaseSync(database('box'));
    later.exec("INSERT INTO schema_steps VALUES ('journal', 99, 'x')");
    later.close();
    const { code, said } = await boxwoodBox(['--port', '0', '--share-port', 'none']);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The database of the box .* was written by a newer Boxwood.*\n$/),
    ]);
  });
});
