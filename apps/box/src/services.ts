import { join } from 'node:path';
import { AccessLog, createGuard, linkKeyOf } from '@boxwood/account';
import { REPORT_EVERY_S } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import { localTransport } from '@boxwood/box-sdk/server';
import { AccountLink } from './account-link/account-link.ts';
import { startEmbeddedAccount } from './account-link/embedded.ts';
import { Changes } from './changes/changes.ts';
import { tellRows } from './changes/rows.ts';
import type { WakingClock } from './clock.ts';
import { type BoxConfig, StartFailure } from './config.ts';
import { makePublicFolder, makeUserFolders } from './folders.ts';
import { Faults } from './faults.ts';
import { Files } from './files/files.ts';
import { fileRoute } from './files/route.ts';
import { Ports } from './http/ports.ts';
import type { RawRoute } from './http/server.ts';
import { Endings } from './identity/endings.ts';
import { Facts } from './identity/facts.ts';
import { FileKeys, type KeyUse } from './identity/file-keys.ts';
import { createRecognise } from './identity/recognise.ts';
import { RunningAnswers } from './identity/running.ts';
import { ScriptTokens } from './identity/script-tokens.ts';
import { newSecret } from './identity/secrets.ts';
import { Sessions } from './identity/sessions.ts';
import { Tokens } from './identity/tokens.ts';
import { Tries } from './identity/tries.ts';
import { Users } from './identity/users.ts';
import { createJournal } from './journal/journal.ts';
import type { Logger } from './log.ts';
import { createRest, REST_MS, whenQuiet } from './memory.ts';
import { boxMigrations } from './migrations.ts';
import { createRoster } from './session/roster.ts';
import { Setup } from './session/setup.ts';
import {
  FamilyShares,
  isHere,
  LostFolders,
  ShareLook,
  shareRoutes,
  Shares,
  ShareSecrets,
  Visitors,
} from './shares/index.ts';
import { Zips } from './zip/zips.ts';
import { Disks } from './disks/disks.ts';
import { MountWatch } from './disks/mount-watch.ts';
import { Processes } from './monitor/processes.ts';
import { Sampler } from './monitor/sampler.ts';
import { Reserve, reserveFolders } from './space/reserve.ts';
import { Room } from './space/room.ts';
import { ACCOUNT_ELSEWHERE, ACCOUNT_FACT } from './state/facts-of.ts';
import { backupsDirOf, databaseOf } from './state/places.ts';
import { RollingBackups } from './state/rolling.ts';
import { fingerprintOf, SECRET_FACT } from './state/secret.ts';
import { Offers } from './offers/offers.ts';
import { Albums } from './photos/albums.ts';
import { createPhotos } from './photos/photos.ts';
import { Host } from './runtime/host.ts';
import { type RunEnd, Timetable } from './runtime/timetable.ts';
import { Database } from './store/database.ts';
import { Power } from './system/power.ts';
import { createWork } from './tasks/work.ts';
import { bootId, transferRoute, Transfers, Uploads } from './transfers/index.ts';
import type { Caller } from './vault/index.ts';
import { Vault } from './vault/index.ts';

const done = (): RunEnd => 'done';

export interface ServiceOptions {
  readonly config: BoxConfig;
  readonly log: Logger;
  readonly clock: WakingClock;
}

/** Everything a box consists of, made in the order in which things need each other, and closed the other way round; also when one cannot be made. */
export const createServices = async ({ config, log, clock }: ServiceOptions) => {
  await using made = new AsyncDisposableStack();
  const faults = new Faults(clock, log);
  const access = new AccessLog((what, record) => log.info(record, what));
  made.defer(() => access.flush());
  const reserve = new Reserve({ folders: reserveFolders(config.stateDir, [join(config.dataDir, 'usb1')]) });
  const room = new Room();
  const database = new Database(databaseOf(config.stateDir, 'box'), {
    makeRoom: () => reserve.give(),
    migrations: boxMigrations,
  });
  made.defer(() => database.close());
  reserve.fill();
  const timetable = new Timetable({ clock, database, onFault: (fault, name) => faults.note(fault, name) });
  made.defer(() => timetable.close());
  const changes = new Changes();
  tellRows(database, changes);
  const guard = createGuard();
  const facts = new Facts(database);
  facts.ensure('boxid', () => `bw${newSecret().slice(0, 14).toLowerCase()}`);
  // `openState` has compared it; a box that nobody uses yet may have got another one.
  facts.keep(SECRET_FACT, fingerprintOf(config.boxSecret));
  facts.keep(ACCOUNT_FACT, config.accountUrl === null ? 'embedded' : ACCOUNT_ELSEWHERE);
  const users = new Users(database, clock);
  const tokens = new Tokens(database, clock);
  const scriptTokens = new ScriptTokens(database, clock);
  const tries = new Tries(database, clock);
  const fileKeys = new FileKeys(database, clock);
  const family = new FamilyShares(database, clock);
  const running = new RunningAnswers();
  const uploads = new Uploads(database);
  const endings = new Endings((fault) => {
    faults.note(fault, 'ending');
  });
  const albums = new Albums(database, clock);
  const vault = new Vault({
    volumes: [
      { mountDir: '/mnt/usb1', root: join(config.dataDir, 'usb1'), kind: 'data' },
      { mountDir: '/mnt/extdev', root: join(config.dataDir, 'extdev'), kind: 'external' },
      { mountDir: '/mnt/netdev', root: join(config.dataDir, 'netdev'), kind: 'network' },
    ],
    database,
    grants: family,
    onMoved: (from, to) => {
      family.moved(from, to);
      albums.moved(from, to);
      endings.announce({ kind: 'right' });
    },
    onRemoved: (key) => {
      family.removed(key);
      endings.announce({ kind: 'right' });
    },
    onMissed: (grant) => {
      lost.look(grant);
    },
  });
  const lost = new LostFolders({
    vault,
    family,
    clock,
    onFault: (fault) => {
      log.warn({ err: fault }, 'looking for a shared folder');
    },
  });
  made.defer(() => lost.close());
  const mounts = new MountWatch({
    ...{ dataDir: config.dataDir, vault, database },
  });
  made.defer(() => mounts.close());
  // Before anything is written: the disk of a volume may not be there.
  await mounts.look();
  if (!vault.main.isThere)
    throw new StartFailure(
      `Nothing is mounted at ${vault.main.root}, where the disk of this box was. Mount it and start the box again; its folder alone is no place for the family's files.`,
    );
  const finished = await vault.recover();
  if (finished > 0) log.info({ finished }, 'finished moves of the last run');
  await lost.adopt();
  await makePublicFolder(vault);
  // Before anybody can be shown out: what the account service says of the time when the box was off ends tokens and keys, too.
  endings.on((ending) => {
    switch (ending.kind) {
      case 'session':
        tokens.end(ending.session);
        fileKeys.end(ending.session);
        uploads.end(ending);
        return;
      case 'sessions':
      case 'user':
        // A new password leaves them: a script goes on, and its maker sees them in a list.
        if (ending.kind === 'user') scriptTokens.endAll(ending.user);
        tokens.endAll(ending.user);
        fileKeys.endAll(ending.user);
        uploads.end({ user: ending.user });
        return;
      case 'right':
    }
  });
  const roster = createRoster({ users, endings, makeFolders: (user) => makeUserFolders(vault, user) });
  const linkKey = linkKeyOf(config.boxSecret);
  const account =
    config.accountUrl === null
      ? await startEmbeddedAccount({
          stateDir: config.stateDir,
          boxId: facts.get('boxid') ?? '',
          linkKey,
          clock,
          log,
          guard,
          makeRoom: () => reserve.give(),
          roster,
        })
      : null;
  made.defer(() => account?.close());
  const listening = { port: config.port, hereAlone: isHere(config.host) };
  const link = new AccountLink({
    baseUrl: config.accountUrl ?? 'http://embedded',
    transport: account === null ? fetchTransport() : localTransport(account.router),
    boxId: facts.get('boxid') ?? '',
    linkKey,
    model: config.model,
    port: () => listening.port,
    title: () => facts.get('boxname') ?? '',
    log,
  });
  const sessions = new Sessions(tokens, scriptTokens, users, link, clock);
  const journal = createJournal(database, () => clock.now());
  const boot = bootId(clock.now());
  const files = new Files({
    vault,
    database,
    journal,
    clock,
    changes,
    stateDir: config.stateDir,
    onForgotten: (hash) => photos.forget(hash),
    onTrouble: (what, detail) => {
      log.warn({ what, detail }, 'files');
    },
  });
  made.defer(() => files.close());
  const photos = createPhotos({
    ...{ vault, database, hashes: files.hashes, clock, changes, albums },
    people: () => users.all().map(({ name }) => name),
    onFault: (fault, what) => {
      faults.note(fault, what);
    },
  });
  made.defer(() => photos.close());
  await files.recover();
  vault.onVolumes((change) => {
    files.volumeChanged(change);
    changes.area('disks');
    if (change.kind === 'came')
      vault.recover().catch((fault: unknown) => {
        faults.note(fault, 'volume');
      });
  });
  const work = createWork({
    database,
    vault,
    journal,
    clock,
    room,
    reserve,
    boxSecret: config.boxSecret,
    downloads: { allowLan: config.allowLanDownloads },
    bootId: boot,
    onEncrypt: ({ dev, ino, size, mtimeNs }) =>
      files.forget({
        ...{ dev: Number(dev), ino: Number(ino), size: Number(size) },
        mtime: Number(mtimeNs / 1_000_000_000n),
      }),
    onLocked: () => {
      endings.announce({ kind: 'right' });
    },
    onFault: (fault, what) => {
      faults.note(fault, what);
    },
  });
  made.defer(() => work.close());
  await work.start();
  const { unlocked } = work;
  /** Who acts in a session without its token, with what is unlocked there. */
  const callerIn = (user: string, session: string): Caller => ({
    user,
    admin: false,
    isUnlocked: (area) => unlocked.isUnlocked(session, area),
    scope: scriptTokens.scopeIn(session),
  });
  const transfers = new Transfers({
    vault,
    bins: work.bins,
    uploads,
    journal,
    clock,
    room,
    newUuid: newSecret,
    bootId: boot,
    onCommitted: (location) => {
      files.changed(location);
    },
    callerIn,
  });
  made.defer(() => transfers.close());
  made.defer(
    whenQuiet((afterWork) => {
      if (afterWork) database.shrink();
      return files.snapshots.rest();
    }),
  );
  endings.on((ending) => {
    if (ending.kind !== 'right') {
      if (ending.kind === 'session') unlocked.lockAll(ending.session);
      else unlocked.lockUser(ending.user);
      sessions.forget(ending);
    }
    if (ending.kind === 'right') changes.recheck();
    else changes.release();
    running.recheck();
    transfers.recheck();
    work.tasks.recheck();
    if (ending.kind !== 'user') return;
    Promise.all([transfers.endAll(ending.user), work.tasks.endAll(ending.user)]).catch((fault: unknown) => {
      faults.note(fault, 'ending');
    });
  });
  const setup = new Setup({
    users,
    facts,
    tries,
    onOwner: async ({ name, password }) => {
      await link.setUpOwner(name, password);
    },
    // After the owner is known: folders that belong to nobody would keep a box that was killed here from starting.
    onReady: async () => {
      for (const { name } of users.all()) await makeUserFolders(vault, name);
      await link.tell();
    },
  });
  /** A file key speaks for the user it was given to, with what is unlocked in its session. */
  const callerOf = (key: string, use: KeyUse): Caller | null => {
    const holder = fileKeys.verify(key, use);
    return holder === undefined ? null : callerIn(holder.user, holder.session);
  };
  const backups = new RollingBackups({
    ...{ database, clock, log },
    ...{ stateDir: config.stateDir, into: backupsDirOf(config.dataDir) },
  });
  made.defer(() => backups.close());
  const upkeep = (): RunEnd => {
    // One by one: what a full disk keeps from being done keeps nothing else from it.
    const faulty = [() => work.tasks.settle(), () => unlocked.settle(), () => reserve.fill(1)].filter((step) => {
      try {
        step();
        return false;
      } catch (fault) {
        faults.note(fault, 'upkeep');
        return true;
      }
    });
    return faulty.length === 0 ? 'done' : 'failed';
  };
  const rest = createRest();
  timetable.add({ name: 'mounts', everyMs: 1000, run: () => mounts.look().then(done) });
  timetable.add({ name: 'memory', everyMs: REST_MS, run: rest });
  timetable.add({ name: 'upkeep', everyMs: 10_000, run: upkeep });
  timetable.add({ name: 'account', everyMs: REPORT_EVERY_S * 1000, run: () => link.tell() });
  timetable.add({ name: 'backup', everyMs: 60_000, run: () => backups.look() });
  timetable.add({ name: 'files', everyMs: 10 * 60_000, run: () => files.tend().then(done) });
  made.defer(() => timetable.stop());
  const secrets = new ShareSecrets(config.boxSecret);
  const shares = new Shares(database, secrets, clock);
  const visitors = new Visitors({ shares, secrets, tries, vault, lister: files.lister, clock });
  const ports = new Ports(running);
  const rawRoutes: readonly RawRoute[] = [
    ...shareRoutes({
      ...{ visitors, files: files.server, lister: files.lister, thumbnails: files.thumbnails },
      ...{ zips: new Zips(vault, clock), look: new ShareLook(vault, clock), clock, bodies: guard.bodies, running },
    }),
    transferRoute(transfers),
    fileRoute({ files: files.server, thumbnails: files.thumbnails, zips: files.zips, callerOf, vault, running }),
  ];
  const recognise = createRecognise({ sessions, fileKeys, uploads });
  const sampler = new Sampler(clock);
  const processes = new Processes(clock, () => listening.port);
  const disks = new Disks(
    () => vault.volumes,
    () => mounts.look(),
  );
  const host = new Host({ place: config.helper, stateDir: config.stateDir });
  made.defer(() => host.close());
  const offers = new Offers({ model: config.model, host, changes });
  timetable.add({ name: 'offers', everyMs: 2000, run: () => offers.look() });
  const power = new Power(host, (fault) => faults.note(fault, 'power'));
  // Nothing is made from here on: what failed now would leave the rest open.
  const all = made.move();
  return {
    config,
    log,
    clock,
    faults,
    access,
    changes,
    reserve,
    database,
    facts,
    users,
    tokens,
    scriptTokens,
    tries,
    fileKeys,
    sessions,
    endings,
    roster,
    vault,
    journal,
    files,
    photos,
    transfers,
    unlocks: unlocked,
    work,
    setup,
    shares,
    family,
    visitors,
    running,
    rawRoutes,
    ports,
    guard,
    recognise,
    account,
    link,
    linkKey,
    listening,
    sampler,
    processes,
    disks,
    mounts,
    offers,
    power,
    backups,
    timetable,
    /** Whatever fails while it closes, the rest is closed. @throws what failed */
    close: (): Promise<void> => all.disposeAsync(),
  };
};
export type Services = Awaited<ReturnType<typeof createServices>>;
