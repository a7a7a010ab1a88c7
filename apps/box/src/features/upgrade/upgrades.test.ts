/**
 * When an upgrade may start, and what is reported about it. Tests with real releases are in
 * `tests/box/upgrade.full.test.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@boxwood/box-sdk/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Facts } from '../../server/identity/facts.ts';
import { identityMigrations } from '../../server/identity/identity-tables.ts';
import { writeFailed } from '../../bin/launcher/release-files.ts';
import { Jobs } from '../../runtime/jobs.ts';
import { jobMigrations, JobTable } from '../../runtime/job-table.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import type { PackageSource } from './package-source.ts';
import { Upgrades } from './upgrades.ts';

const PUBLIC = 'RWTOY3JgZVE6YZfTmkb1M9Nam9QBU5xmAYefwBNFfZsuPSSVj4zJJqG2\n';
let folder: string;
let database: Database;
let jobs: Jobs;
let told: string[];
let isBusy: boolean;
let isAway: boolean;
let source: PackageSource;

const made = (more: { readonly launcher?: null; readonly keyFile?: string } = {}): Upgrades => {
  const upgrades = new Upgrades({
    model: 'G2',
    releases: folder,
    dataDir: folder,
    stateDir: folder,
    facts: new Facts(database),
    jobs,
    keyFile: join(folder, 'release.pub'),
    isBusy: () => Promise.resolve(isBusy),
    source: (wanted, asked) => source(wanted, asked),
    launcher: {
      reportReady: () => undefined,
      switchRelease: () => Promise.resolve(true),
      onDisconnect: () => undefined,
    },
    notifyAdministrators: (sentence) => {
      if (isAway) return Promise.reject(new Error('away'));
      told.push(sentence);
      return Promise.resolve();
    },
    log: { info: () => undefined, warn: () => undefined },
    ...more,
  });
  jobs.register([upgrades.job]);
  return upgrades;
};
const refusal = (upgrades: Upgrades, version: string): Promise<unknown> =>
  upgrades.start(version).then(
    () => 'taken',
    (failure: unknown) => (failure instanceof Refusal ? [failure.code, failure.info] : failure),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-upgrades-'));
  writeFileSync(join(folder, 'release.pub'), PUBLIC);
  database = openDatabase(':memory:', { migrations: [...identityMigrations, ...jobMigrations] });
  jobs = new Jobs({
    table: new JobTable(database),
    clock: { now: () => Date.now() },
    boot: 'boot',
    onFault: (fault) => {
      throw fault;
    },
  });
  [told, isBusy, isAway] = [[], false, false];
  source = () => Promise.resolve(null);
});
afterEach(async () => {
  await jobs.close();
  database.close();
  rmSync(folder, { recursive: true });
});

describe('an upgrade', () => {
  it('is not offered under no launcher, nor without a key; what is missing is named', async () => {
    const bare = made({ launcher: null, keyFile: join(folder, 'none') });
    expect(bare.missing.map(({ what }) => what)).toEqual(['launch.js', 'release.pub']);
    expect(await refusal(bare, '9.0')).toEqual([3, 'notOffered']);
    writeFileSync(join(folder, 'release.pub'), 'no key');
    expect(bare.missing).toHaveLength(2);
  });

  it('goes up alone, number by number, and not while something is under way that a restart would break off', async () => {
    const upgrades = made();
    expect(upgrades.missing).toEqual([]);
    for (const version of ['1.0.7', '1.0.06', '0.9.9', '1', 'newest', '1.0.8 ', '../1.0.8', ''])
      expect(await refusal(upgrades, version), version).toEqual([11, undefined]);
    isBusy = true;
    expect(await refusal(upgrades, '1.0.10')).toEqual([2, undefined]);
    isBusy = false;
    const waiting = Promise.withResolvers<null>();
    source = () => waiting.promise;
    expect(await Promise.all([refusal(upgrades, '1.0.10'), refusal(upgrades, '1.0.11')])).toEqual([
      'taken',
      [2, undefined],
    ]);
    waiting.resolve(null);
  });

  it('that nobody offers fails with 6; the administrators are told once, when the account service can be reached', async () => {
    isAway = true;
    const upgrades = made();
    expect(upgrades.status()).toEqual({ running: 0, version: '', progress: 0, code: 0 });
    await jobs.settled(upgrades.job, await upgrades.start('1.0.10'));
    expect(upgrades.status()).toEqual({ running: 0, version: '1.0.10', progress: 0, code: 6 });
    expect(told).toEqual([]);
    isAway = false;
    for (let times = 0; times < 3; times++) await upgrades.reportFailure();
    expect(told).toEqual([
      'The update to version 1.0.10 was not made: it could not be downloaded. Version 1.0.7 runs as before. Nothing was lost.',
    ]);
  });
});

describe('what a launcher wrote down', () => {
  const left = { version: '1.0.10', why: 'silent', backup: '', restored: 0 } as const;

  it('is how the last upgrade ended, told once, and over when another one begins', async () => {
    writeFailed(folder, left);
    const upgrades = made();
    expect(upgrades.status()).toEqual({ running: 0, version: '1.0.10', progress: 0, code: 8 });
    await upgrades.reportFailure();
    await upgrades.reportFailure();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('it was not ready in time. Version 1.0.7 runs as before. Nothing was lost.');
    await jobs.settled(upgrades.job, await upgrades.start('1.0.11'));
    expect(upgrades.status()).toMatchObject({ version: '1.0.11', code: 6 });
  });

  it('says what became of the databases, and that there was no room for a backup', async () => {
    writeFailed(folder, { ...left, restored: 1 });
    await made().reportFailure();
    expect(told[0]).toContain('with its databases as they were before the update');
    writeFailed(folder, { ...left, why: 'backup' });
    jobs = new Jobs({ table: new JobTable(database), clock: { now: () => 0 }, boot: 'boot', onFault: () => undefined });
    expect(made().status().code).toBe(9);
  });

  it('of a version that runs by now is forgotten', () => {
    writeFailed(folder, { ...left, version: '1.0.7' });
    expect(made().status()).toEqual({ running: 0, version: '', progress: 0, code: 0 });
  });
});
