import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { createLog } from './log.ts';
import type { Services } from './services.ts';
import { createServices } from './services.ts';

let dataDir: string;
let services: Services;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'boxwood-services-'));
  const stateDir = join(dataDir, '.boxwood');
  mkdirSync(stateDir);
  services = await createServices({
    config: {
      ...{ dataDir, stateDir, boxSecret: 's'.repeat(32), port: 0, sharePort: null, host: '127.0.0.1', model: 'G2' },
      ...{
        callsAtOnce: 1,
        desktopDir: '',
        demo: false,
        allowPower: false,
        allowLanDownloads: false,
        accountUrl: null,
        hostNames: [],
      },
    },
    log: createLog('silent'),
    clock: systemClock,
  });
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
