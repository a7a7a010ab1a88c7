import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBox } from './box.ts';
import { systemClock } from './platform/clock.ts';
import type { BoxConfig } from './config.ts';
import { createLog } from './platform/log.ts';
import type { Services } from './services.ts';
import { createServices } from './services.ts';
import { databaseOf } from './storage/state/state-paths.ts';

let dataDir: string;
let services: Services;
const log = createLog('silent');
const configOf = (folder: string, port = 0): BoxConfig => ({
  dataDir: folder,
  stateDir: join(folder, '.boxwood'),
  boxSecret: 's'.repeat(32),
  port,
  sharePort: null,
  host: '127.0.0.1',
  hostNames: [],
  model: 'G2',
  callsAtOnce: 1,
  desktopDir: '',
  demo: false,
  helper: 'none',
  allowLanDownloads: false,
  accountUrl: null,
});
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'boxwood-services-'));
  mkdirSync(join(dataDir, '.boxwood'));
  services = await createServices({ config: configOf(dataDir), log, clock: systemClock });
});
afterEach(async () => {
  await services.close();
  rmSync(dataDir, { recursive: true });
});

it('with a session, or all of a user, end the areas that are open there, with their keys and those of files, and nobody else’s', () => {
  const { unlocks, fileKeys, endings } = services;
  const sessions = ['one', 'two'].map((session) => ({ user: 'annabel', session }));
  const all = [...sessions, { user: 'robert1', session: 'three' }].map((holder) => {
    unlocks.unlock(holder.session, 'safe', holder.user, Buffer.alloc(32, 1));
    unlocks.unlock(holder.session, 'home', holder.user, Buffer.alloc(0));
    return { ...holder, key: fileKeys.issue(holder) };
  });
  const open = () =>
    all.map(({ session, key }) => [
      unlocks.isUnlocked(session, 'safe'),
      unlocks.isUnlocked(session, 'home'),
      fileKeys.verify(key) !== undefined,
    ]);
  const [yes, no] = [
    [true, true, true],
    [false, false, false],
  ];
  expect(open()).toEqual([yes, yes, yes]);
  endings.announce({ kind: 'session', session: 'one' });
  expect(open()).toEqual([no, yes, yes]);
  endings.announce({ kind: 'sessions', user: 'annabel' });
  expect(open()).toEqual([no, no, yes]);
  expect([unlocks.identityOf('annabel'), unlocks.identityOf('robert1') !== null]).toEqual([null, true]);
  endings.announce({ kind: 'user', user: 'robert1' });
  expect(open()).toEqual([no, no, no]);
});

/** Files that this process has open below a folder. */
const openBelow = (folder: string): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return []; // The descriptor of the directory listing itself.
    }
  });

it.runIf(process.platform === 'linux')('what was made before something failed is closed again', async () => {
  await services.close();
  const accounts = databaseOf(join(dataDir, '.boxwood'), 'account');
  rmSync(accounts);
  mkdirSync(accounts);
  await expect(createServices({ config: configOf(dataDir), log, clock: systemClock })).rejects.toThrow();
  expect(openBelow(dataDir)).toEqual([]);
  rmSync(accounts, { recursive: true });

  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startBox({ config: configOf(dataDir, port), log })).rejects.toThrow('EADDRINUSE');
  expect(openBelow(dataDir)).toEqual([]);
  other.close();
  services = await createServices({ config: configOf(dataDir), log, clock: systemClock });
});

it.runIf(process.platform === 'linux')('a box that was closed has nothing open any more', async () => {
  await services.close();
  expect(openBelow(dataDir)).toEqual([]);
  const box = await startBox({ config: configOf(dataDir), log });
  expect(openBelow(dataDir)).not.toEqual([]);
  await box.close();
  expect(openBelow(dataDir)).toEqual([]);
});
