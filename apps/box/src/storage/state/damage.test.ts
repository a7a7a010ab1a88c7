import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { makeBackup, findUsableBackup } from './backup.ts';
import type { StatePart } from './state-paths.ts';
import { backupsDirOf, STATE_PARTS } from './state-paths.ts';
import { rebuildState } from './rebuild-state.ts';
import { restoreBackup } from './restore-backup.ts';
import { TestDataFolder } from './state-test-helpers.ts';

let home: TestDataFolder;
beforeEach(async () => {
  home = new TestDataFolder();
  await home.fill();
});
afterEach(() => {
  home.remove();
});

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  garbage: (file) => writeFileSync(file, randomBytes(40_000)),
  truncated: (file) => truncateSync(file, 4096 * 3 + 100),
  'zero bytes': (file) => truncateSync(file, 0),
  deleted: (file) => rmSync(file),
  'a folder': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};
const back = async () => {
  const backup = await findUsableBackup(backupsDirOf(home.dataDir));
  if (backup === null) throw new Error('no backup');
  return restoreBackup(home.dataDir, backup, home.now);
};
const backUp = () =>
  makeBackup({
    stateDir: home.stateDir,
    into: backupsDirOf(home.dataDir),
    reason: 'rolling',
    now: home.now,
    rowsDigest: '',
  });
const PEOPLE = [
  ['annabel', 1, 'verifier a'],
  ['robert1', 0, 'verifier r'],
];
const people = () => home.rows('box', 'select name, owner, verifier from users order by name');
const accounts = () => home.rows('account', 'select user_name, verifier from users order by user_name');

describe('a damaged database', () => {
  for (const part of STATE_PARTS)
    for (const [name, damage] of Object.entries(DAMAGES)) {
      it(`${part}, ${name}, with a backup: refused, and one command brings everything of before it back`, async () => {
        await backUp();
        home.sql('box', "insert into users values ('late_one', 0, 0, 'v', 3000)");
        damage(home.file(part));
        const said = await home.start();
        expect(said).toMatch(/does not ask for a new owner\. Restore the backup of .* with: restore$/);
        const aside = await back();
        expect(await home.start()).toBe('started');
        expect(people()).toEqual(PEOPLE);
        expect(accounts()).toEqual([
          ['annabel', 'verifier a'],
          ['robert1', 'verifier r'],
        ]);
        // The damaged database is moved aside, unless there was none.
        expect(existsSync(join(aside ?? '', `${part}.sqlite`))).toBe(name !== 'deleted');
      });

      it(`${part}, ${name}, without a backup: refused, and one command saves the people from the other database`, async () => {
        damage(home.file(part));
        const said = await home.start();
        expect(said).toMatch(/does not ask for a new owner\. .* restore --rebuild --owner NAME/);
        const rebuilt = await rebuildState(home.dataDir, true, home.now);
        expect(rebuilt).toMatchObject({ people: ['annabel', 'robert1'], administrators: 1 });
        expect(await home.start()).toBe('started');
        expect(people()).toEqual(PEOPLE);
        expect(home.rows('box', "select value from facts where name = 'boxid'")).toEqual([['bw1']]);
        expect(accounts()).toEqual([
          ['annabel', 'verifier a'],
          ['robert1', 'verifier r'],
        ]);
        expect(home.rows('account', 'select user_name, admin, owner from roster order by user_name')).toEqual([
          ['annabel', 'Y', 'Y'],
          ['robert1', 'N', 'N'],
        ]);
        expect(rebuilt.safes).toBe(part === 'account' ? 1 : 0);
      });
    }

  it('both gone and no backup: nobody can be saved, and a start refuses still', async () => {
    for (const part of STATE_PARTS) rmSync(home.file(part));
    expect(await home.start()).toMatch(/box\.sqlite, is missing\. .* does not ask/);
    expect(await rebuildState(home.dataDir, true, home.now)).toMatchObject({
      people: [],
      administrators: 0,
      aside: null,
    });
    expect(await home.start()).toContain('has no users, but there are files of users or backups in');
  });

  it('files outside of any account, and a folder of the public space, are somebody’s as well', async () => {
    rmSync(home.stateDir, { recursive: true });
    rmSync(join(home.dataDir, 'usb1/annabel'), { recursive: true });
    mkdirSync(join(home.dataDir, 'usb1/.boxwood'));
    mkdirSync(join(home.dataDir, 'usb1/shared-files'));
    expect(await home.start()).toBe('started');
    writeFileSync(join(home.dataDir, 'usb1/shared-files/film.mp4'), 'x');
    expect(await home.start()).toContain('does not ask for a new owner');
  });

  it('only backups are left: refused, and brought back', async () => {
    await backUp();
    rmSync(home.stateDir, { recursive: true });
    rmSync(join(home.dataDir, 'usb1'), { recursive: true });
    expect(await home.start()).toContain('Restore the backup');
    await back();
    expect(await home.start()).toBe('started');
  });

  it('a backup that was damaged as well is passed over', async () => {
    const first = await backUp();
    home.now += 60_000;
    const second = await backUp();
    const copy = join(second.folder, 'box.sqlite');
    const bytes = readFileSync(copy);
    bytes[bytes.length - 50] = (bytes.at(-50) ?? 0) ^ 1;
    writeFileSync(copy, bytes);
    expect((await findUsableBackup(backupsDirOf(home.dataDir)))?.folder).toBe(first.folder);
  });

  it('a log without its header is not passed over in silence', async () => {
    const live = new DatabaseSync(home.file('box'));
    live.exec("pragma journal_mode = wal; insert into users values ('late_one', 0, 0, 'v', 3000)");
    // State after a kill: not checkpointed.
    for (const side of ['', '-wal']) copyFileSync(home.file('box') + side, join(home.root, `killed${side}`));
    live.close();
    for (const side of ['', '-wal']) copyFileSync(join(home.root, `killed${side}`), home.file('box') + side);
    expect(await home.start()).toBe('started');
    const wal = readFileSync(`${home.file('box')}-wal`);
    wal.writeUInt8(wal.readUInt8(20) ^ 255, 20);
    writeFileSync(`${home.file('box')}-wal`, wal);
    expect(await home.start()).toContain('has a damaged write-ahead log');
    const { people: saved } = await rebuildState(home.dataDir, true, home.now);
    expect(saved).toEqual(['annabel', 'robert1']);
    expect(await home.start()).toBe('started');
  });

  it('a damaged page in the middle is found, and what can be read is saved', async () => {
    home.sql(
      'box',
      "with recursive n(i) as (values(1) union all select i+1 from n where i < 3000) insert into journal (user, action, at, origin, state, reversible, made, turned, changes) select 'annabel', 'move', i, 'call', 'done', 1, i, i, hex(randomblob(20)) from n",
    );
    const bytes = readFileSync(home.file('box'));
    const at = 4096 * Math.floor(bytes.length / 8192);
    bytes.fill(0xff, at, at + 4096 * 12);
    writeFileSync(home.file('box'), bytes);
    expect(await home.start()).toContain('is damaged (');
    const rebuilt = await rebuildState(home.dataDir, true, home.now);
    expect(rebuilt).toMatchObject({ people: ['annabel', 'robert1'], safes: 1, incomplete: ['box journal'] });
  });

  it('another program’s database in its place is refused', async () => {
    rmSync(home.file('box'));
    const other = new DatabaseSync(home.file('box'));
    other.exec('create table notes (body text)');
    other.close();
    expect(await home.start()).toContain('is not a database of Boxwood');
  });
});

describe('what comes back', () => {
  it('no session, no token of a script, no task that was waiting, and no upload that an old count vouches for', async () => {
    home.sql(
      'box',
      "insert into uploads (uuid, user, key, target, size, synced, boot, touched, done) values ('u1', 'annabel', 'k', '/t', 10, 5, 'boot', 1, null)",
    );
    home.sql(
      'box',
      "insert into script_tokens (hash, id, user, name, verb, path, made, ends, used) values ('hash', 't1', 'annabel', 'nightly', 'read', '/mnt/usb1/annabel', 1, 9999999999, 0)",
    );
    home.sql('account', "insert into sessions values ('annabel', 'web', 'hash', 1)");
    home.sql('account', "insert into password_links values ('robert1', 'hash', 'box', 'annabel', 9999999999)");
    await backUp();
    await back();
    expect(home.rows('box', 'select count(*) from tokens')).toEqual([[0]]);
    expect(home.rows('account', 'select count(*) from password_links')).toEqual([[0]]);
    // A token revoked after the backup would be valid again.
    expect(home.rows('box', 'select count(*) from script_tokens')).toEqual([[0]]);
    expect(home.rows('account', 'select count(*) from sessions')).toEqual([[0]]);
    expect(home.rows('box', 'select state, message from jobs')).toEqual([['failed', 'restored']]);
    expect(home.rows('box', 'select synced from uploads')).toEqual([[0]]);
    expect(home.rows('box', 'select count(*) from areas')).toEqual([[1]]);
  });

  it('killed between the two steps of a restore, nothing starts and it can be done again', async () => {
    await backUp();
    rmSync(home.file('box'));
    for (const part of STATE_PARTS) rmSync(home.file(part), { force: true });
    expect(await home.start()).toContain('Restore the backup');
    await back();
    expect(people()).toEqual(PEOPLE);
  });
});

describe('an older program', () => {
  const digest = (part: StatePart) =>
    ['', '-wal'].map((side) => {
      const file = home.file(part) + side;
      // Reading creates an empty log next to a database without one.
      return existsSync(file) && statSync(file).size > 0
        ? createHash('sha256').update(readFileSync(file)).digest('hex') + String(statSync(file).mtimeMs)
        : '';
    });

  it('refuses a newer database of either service with a sentence, and touches nothing', async () => {
    home.sql('box', "insert into schema_steps values ('journal', 99, 'x')");
    const before = digest('box');
    expect(await home.start()).toMatch(
      /was written by a newer Boxwood .*journal 99.* Install that version or a later one\. Nothing was changed\.$/,
    );
    expect(digest('box')).toEqual(before);
    home.sql('box', 'delete from schema_steps where version = 99');
    home.sql('box', "insert into schema_steps values ('a feature of later', 1, 'x')");
    expect(await home.start()).toContain('a feature of later 1');
    home.sql('box', "delete from schema_steps where feature = 'a feature of later'");
    home.sql('account', "insert into kysely_migration values ('9999-later', 'now')");
    const account = digest('account');
    expect(await home.start()).toContain('9999-later');
    expect(digest('account')).toEqual(account);
    expect(await home.start(false)).toBe('started');
  });

  it('an update backs the databases up first', async () => {
    home.sql('box', "delete from schema_steps where feature = 'shares'");
    expect(await home.start()).toBe('started');
    expect((await findUsableBackup(backupsDirOf(home.dataDir)))?.manifest).toMatchObject({
      reason: 'update',
      boxId: 'bw1',
    });
  });
});
