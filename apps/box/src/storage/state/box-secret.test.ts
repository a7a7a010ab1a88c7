import { mkdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKit, writeKit } from './secret-kit.ts';
import { fingerprintOf, storeSecret, readSecret, secretFileOf } from './box-secret.ts';
import { TestDataFolder, SECRET } from './state-test-helpers.ts';

let home: TestDataFolder;
let file: string;
beforeEach(async () => {
  home = new TestDataFolder();
  await home.fill();
  file = secretFileOf(home.dataDir, home.configDir);
});
afterEach(() => {
  home.remove();
});

describe('the secret of a box', () => {
  it('missing, emptied by a power cut, or that of another box: named by its fingerprint, never made again', async () => {
    const refusal = new RegExp(`fingerprint ${fingerprintOf(SECRET)}.*restore --kit FILE.*restore --new-secret`);
    rmSync(file);
    expect(await home.start()).toMatch(refusal);
    writeFileSync(file, '');
    expect(await home.start()).toMatch(refusal);
    truncateSync(file, 0);
    writeFileSync(file, `${SECRET.replace('a', 'b')}\n`);
    expect(await home.start()).toContain('belongs to another box');
    expect(readFileSync(file, 'utf8')).toContain('bbcd');
    writeFileSync(file, `${SECRET}\n`);
    expect(await home.start()).toBe('started');
  });

  it('a database of before there were fingerprints needs its secret as well', async () => {
    home.sql('box', "delete from facts where name like 'fingerprint%'");
    expect(await home.start()).toBe('started');
    rmSync(file);
    expect(await home.start()).toContain('is missing');
  });

  it('a box that moved to another folder finds its secret among those of this user', async () => {
    const moved = join(home.configDir, 'other-path', 'secret');
    mkdirSync(dirname(moved), { recursive: true });
    renameSync(file, moved);
    expect(await home.start()).toContain(`restore --kit ${moved}`);
  });

  it('is made once for a box that nobody uses yet, for this user alone', async () => {
    const fresh = new TestDataFolder();
    mkdirSync(fresh.dataDir, { recursive: true });
    const first = await fresh.open();
    first.lock.release();
    const again = await fresh.open();
    again.lock.release();
    expect(again.secret).toBe(first.secret);
    expect(first.secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(statSync(secretFileOf(fresh.dataDir, fresh.configDir)).mode & 0o777).toBe(0o600);
    fresh.remove();
  });

  it('another one takes its place beside the old one', () => {
    storeSecret(file, 'Z'.repeat(32), 'replaced-1');
    expect([readSecret(file), readSecret(`${file}.replaced-1`)]).toEqual(['Z'.repeat(32), SECRET]);
  });
});

describe('the kit of the secret', () => {
  it('is read back, also as the bare file; nothing else is taken for one', () => {
    const kit = join(home.root, 'kit.txt');
    writeKit(home.dataDir, kit, { boxId: 'bw1', secret: SECRET });
    expect(readKit(kit)).toBe(SECRET);
    expect(readKit(file)).toBe(SECRET);
    expect(statSync(kit).mode & 0o777).toBe(0o600);
    writeFileSync(join(home.root, 'other'), 'dear diary\n');
    expect(() => readKit(join(home.root, 'other'))).toThrow('contains no secret');
    expect(() => readKit(join(home.root, 'none'))).toThrow('There is no file');
  });

  it('lies nowhere in the data folder, and over nothing', () => {
    expect(() => writeKit(home.dataDir, join(home.dataDir, 'kit'), { boxId: '', secret: SECRET })).toThrow(
      'data folder',
    );
    expect(() => writeKit(home.dataDir, join(home.stateDir, 'kit'), { boxId: '', secret: SECRET })).toThrow(
      'data folder',
    );
    expect(() => writeKit(home.dataDir, file, { boxId: '', secret: SECRET })).toThrow('already exists');
  });
});
