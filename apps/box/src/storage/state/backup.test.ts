import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../store/database.ts';
import { boxFeatures } from '../../features.ts';
import type { Backup, BackupReason, BackupRequest } from './backup.ts';
import { backupFileOf, listBackups, makeBackup, outdatedBackups, pruneBackups } from './backup.ts';
import { backupsDirOf } from './state-paths.ts';
import { RollingBackups } from './rolling-backups.ts';
import { TestDataFolder } from './state-test-helpers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let home: TestDataFolder;
let into: string;
beforeEach(async () => {
  home = new TestDataFolder();
  await home.fill();
  into = backupsDirOf(home.dataDir);
});
afterEach(() => {
  home.remove();
});
const request = (reason: BackupReason = 'asked'): BackupRequest => ({
  stateDir: home.stateDir,
  into,
  reason,
  now: home.now,
  rowsDigest: '',
});

describe('a backup', () => {
  it('is one moment of both databases, whole in itself, while a box writes on', async () => {
    const box = new Database(home.file('box'), { migrations: boxFeatures.migrations });
    box.run("insert into facts values ('before', 'in the log only')");
    const making = makeBackup(request());
    box.run("insert into facts values ('after', 'too late')");
    home.sql('account', "update users set nick = 'too late'");
    const { folder } = await making;
    const copy = new DatabaseSync(backupFileOf(folder, 'box'), { readOnly: true });
    const names = copy.prepare("select name from facts where name in ('before', 'after')").all();
    expect(names.map(({ name }) => name)).toEqual(['before']);
    copy.close();
    const accounts = new DatabaseSync(backupFileOf(folder, 'account'), { readOnly: true });
    expect(accounts.prepare("select count(*) as n from users where nick = 'too late'").get()?.['n']).toBe(0);
    accounts.close();
    box.close();
    expect(readdirSync(folder).sort()).toEqual(['account.sqlite', 'box.sqlite', 'manifest.json']);
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(readdirSync(into)).toHaveLength(1);
  });

  it('of a damaged database does not come to be, and leaves the others alone', async () => {
    await makeBackup(request('rolling'));
    home.now += HOUR;
    const bytes = readFileSync(home.file('box'));
    writeFileSync(home.file('box'), bytes.fill(0xff, 4096 * 10, 4096 * 11));
    await expect(makeBackup(request('rolling'))).rejects.toThrow();
    expect(listBackups(into)).toHaveLength(1);
    expect(readdirSync(into)).toHaveLength(1);
  });

  it('what a killed box left unfinished counts for nothing and is removed after a day', () => {
    const left = join(into, 'unfinished-1-x');
    mkdirSync(left, { recursive: true });
    utimesSync(left, home.now / 1000, home.now / 1000);
    pruneBackups(into, home.now + HOUR);
    expect(readdirSync(into)).toHaveLength(1);
    pruneBackups(into, home.now + DAY + HOUR);
    expect(readdirSync(into)).toEqual([]);
  });
});

describe('which backups stay', () => {
  const made = (at: number, reason: BackupReason = 'rolling'): Backup => ({
    folder: String(at),
    manifest: { format: 1, made: at, reason, boxId: '', secret: '', mark: '', files: [] },
  });
  const noon = Date.UTC(2026, 0, 20, 12);

  it('the newest three and the last of each of seven days; never what somebody asked for', () => {
    const hourly = Array.from({ length: 10 * 24 }, (_, n) => made(noon - n * HOUR));
    const gone = new Set(
      outdatedBackups([...hourly, made(noon - 300 * DAY, 'asked'), made(noon - 300 * DAY, 'secret')]),
    );
    const kept = hourly.filter((each) => !gone.has(each)).map(({ manifest }) => (noon - manifest.made) / HOUR);
    expect(kept).toEqual([0, 1, 2, 13, 37, 61, 85, 109, 133, 157]);
    expect([...gone].every(({ manifest }) => manifest.reason === 'rolling')).toBe(true);
  });

  it('a clock that jumped ahead by years removes nothing that a day before was good', () => {
    expect(outdatedBackups([made(noon + 9000 * DAY), made(noon), made(noon - HOUR)])).toEqual([]);
    expect(outdatedBackups([])).toEqual([]);
  });
});

describe('rolling backups', () => {
  const rolling = (make?: (request: BackupRequest) => Promise<number>) => {
    const database = new Database(home.file('box'), { migrations: boxFeatures.migrations });
    const log = { info: () => undefined, warn: () => undefined };
    const clock = { now: () => home.now };
    const options = { database, stateDir: home.stateDir, into, clock, log, ...(make === undefined ? {} : { make }) };
    return { database, backups: new RollingBackups(options) };
  };

  it('one when people or keys of safes changed, one an hour when anything did, none when nothing did', async () => {
    const made: number[] = [];
    const { database, backups } = rolling(({ now }) => {
      made.push(now);
      return Promise.resolve(now);
    });
    const looks = async () => {
      await backups.runIfDue();
      return made.length;
    };
    expect(await looks()).toBe(1);
    expect(await looks()).toBe(1);
    database.run("update areas set verifier = x'99'");
    expect(await looks()).toBe(2);
    database.run("update users set verifier = 'new' where name = 'robert1'");
    expect(await looks()).toBe(3);
    database.run("insert into facts values ('x', 'y')");
    expect(await looks()).toBe(3);
    home.now += HOUR;
    expect(await looks()).toBe(4);
    home.now += HOUR;
    expect(await looks()).toBe(4);
    database.run("update facts set value = 'z' where name = 'x'");
    home.now -= 30 * DAY;
    expect(await looks()).toBe(5);
    database.close();
    await backups.close();
  });

  it('are made in a process of their own, which ends with its work', async () => {
    const { database, backups } = rolling();
    await backups.runIfDue();
    expect(listBackups(into).map(({ manifest }) => [manifest.reason, manifest.boxId, manifest.files.length])).toEqual([
      ['rolling', 'bw1', 2],
    ]);
    database.close();
    await backups.close();
  });

  it('one that failed is tried again ten minutes later, not every minute', async () => {
    let tries = 0;
    const { database, backups } = rolling(() => {
      tries += 1;
      return Promise.reject(new Error('full'));
    });
    await backups.runIfDue();
    home.now += 60_000;
    await backups.runIfDue();
    expect(tries).toBe(1);
    home.now += 600_000;
    await backups.runIfDue();
    expect(tries).toBe(2);
    database.close();
    await backups.close();
  });

  it('a box that nobody owns makes none', async () => {
    let tries = 0;
    const { database, backups } = rolling(() => Promise.resolve((tries += 1)));
    database.run('delete from areas');
    database.run('delete from users');
    await backups.runIfDue();
    expect(tries).toBe(0);
    database.close();
    await backups.close();
  });
});
