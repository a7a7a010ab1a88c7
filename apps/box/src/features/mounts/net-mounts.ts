import { randomUUID } from 'node:crypto';
import { rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GEN } from '@boxwood/command-bus';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import { NetMountChange, type NetMount } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationParams, OperationActor } from '@boxwood/host';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import { unmountWithRetry } from '../../runtime/unmount-with-retry.ts';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { text } from '../../store/row-columns.ts';
import { errnoOf, type Volume } from '../../storage/vault/index.ts';
import { ServerProbe } from './server-probe.ts';
import { mountRefusal } from './mount-refusals.ts';

/** Configured network mounts. Only the helper stores their passwords. */
export const netMountMigrations = [
  defineMigration(
    'netmounts',
    1,
    'CREATE TABLE netmounts (id TEXT PRIMARY KEY, mount TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ),
];

/** Maximum number of network mounts; more are refused with code 16. */
const MAX_NET_MOUNTS = 32;
/** Timeout in ms for a stat of the mount root. After it, the process that serves the mount counts as failed. */
const STAT_TIMEOUT_MS = 5000;

/** A network place in use is probed at this interval, until this time after its last access. */
const PROBE_INTERVAL_MS = 500;
const PROBE_DURATION_MS = 5000;
/** After this many failed probes in a row, the place is unmounted to release blocked file operations. */
const MAX_PROBE_FAILURES = 2;

/** Identity for automatic remounts. */
const BOX_ITSELF: OperationActor = { user: '', from: '' };

interface NetMountEntry {
  readonly id: string;
  /** The settings with an empty password. */
  readonly mount: NetMountChange;
  readonly probe: ServerProbe;
  /** Error of the last automatic mount; null when there was none. */
  why: string | null;
  /** Whether the server responded to the last probe. */
  isReachable: boolean;
  /** Until when file operations may be blocked on the server, and whether it is being probed for that. */
  usedUntil: number;
  isWatched: boolean;
}

export interface NetMountDeps {
  readonly host: Pick<HostClient, 'plan' | 'execute'>;
  readonly database: Database;
  /** `/mnt/netdev`. */
  readonly volume: Volume;
  /** Resolves when the box has read the current mounts. */
  readonly refresh: () => Promise<void>;
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Network storage: mounts through the helper, probes servers before access, and remounts them when they are reachable
 * again.
 */
export class NetMounts {
  readonly #deps: NetMountDeps;
  readonly #entries = new Map<string, NetMountEntry>();
  #working: Promise<unknown> = Promise.resolve();

  constructor(deps: NetMountDeps) {
    this.#deps = deps;
    const rows = deps.database.all(
      (row) => ({ id: text(row, 'id'), mount: text(row, 'mount') }),
      'SELECT * FROM netmounts',
    );
    for (const { id, mount } of rows) {
      const parsed = parseJson(mount);
      const read = parsed._tag === 'Left' ? parsed : decode(NetMountChange, parsed.right);
      if (read._tag === 'Right') this.#entries.set(id, this.#entryOf(id, read.right));
    }
    deps.volume.isServerReachable = (name) => {
      const entry = this.#findByName(name);
      if (entry === undefined) return Promise.resolve(true);
      entry.usedUntil = deps.clock.now() + PROBE_DURATION_MS;
      // The helper may be busy; the next access starts the probe again.
      this.#watch(entry).catch(() => undefined);
      return entry.probe.checkReachable();
    };
  }

  /** X57. */
  list(): Promise<readonly NetMount[]> {
    return Promise.all(
      [...this.#entries.values()].map(async (entry): Promise<NetMount> => {
        const { id, mount, why } = entry;
        const isReachable = await this.#checkReachable(entry);
        const mounted = this.#isMounted(mount.mntdir);
        return {
          ...mount,
          id,
          password: '',
          status: mounted && isReachable ? 'mounted' : !isReachable || why !== null ? 'error' : 'unmounted',
          ...(isReachable ? (why === null || mounted ? {} : { why }) : { why: 'mounts.silent' }),
        };
      }),
    );
  }

  /** X58. @throws Refusal 3, 6, 11, 15, 16 */
  add(mount: NetMountChange, by: OperationActor): Promise<string> {
    return this.#serialise(async () => {
      if (this.#entries.size >= MAX_NET_MOUNTS) throw new Refusal(GEN.overLimit);
      if (this.#findByName(mount.mntdir) !== undefined) throw new Refusal(GEN.invalid);
      const entry = this.#entryOf(randomUUID(), mount);
      await this.#mount(entry, mount.password, by);
      this.#persist(entry);
      return entry.id;
    });
  }

  /** X59: an empty password keeps the stored one. @throws Refusal 3, 6, 11 */
  set(id: string, mount: NetMountChange, by: OperationActor): Promise<void> {
    return this.#serialise(async () => {
      const before = this.#entries.get(id);
      const other = this.#findByName(mount.mntdir);
      if (before === undefined || (other !== undefined && other.id !== id)) throw new Refusal(GEN.invalid);
      const renamed = before.mount.mntdir !== mount.mntdir;
      await this.#unmount(before, false, by);
      const entry = this.#entryOf(id, mount);
      try {
        await this.#mount(entry, mount.password === '' && mount.user !== '' ? undefined : mount.password, by);
      } catch (refused) {
        await this.#mount(before, undefined, BOX_ITSELF).catch(() => undefined);
        // X59 defines no code for a missing share.
        throw refused instanceof Refusal && refused.code === GEN.path ? new Refusal(GEN.invalid) : refused;
      }
      if (renamed) await this.#unmount(before, true, by).catch(() => undefined);
      this.#persist(entry);
    });
  }

  /** X60. @throws Refusal 3, 11 */
  remove(id: string, by: OperationActor): Promise<void> {
    return this.#serialise(async () => {
      const entry = this.#entries.get(id);
      if (entry === undefined) throw new Refusal(GEN.invalid);
      await this.#unmount(entry, true, by);
      const { database, onChange } = this.#deps;
      database.durable(() => {
        database.run('DELETE FROM netmounts WHERE id = ?', id);
      });
      this.#entries.delete(id);
      onChange();
    });
  }

  /** Mounts network storage whose server responds, and remounts storage whose serving process has ended. */
  async refresh(): Promise<'done'> {
    for (const entry of this.#entries.values()) {
      if (await this.#checkReachable(entry)) await this.#serialise(() => this.#repair(entry)).catch(() => undefined);
    }
    return 'done';
  }

  /**
   * Probes a server while file operations may be blocked on it. Blocked operations occupy file threads, of which there
   * are few, so the place of an unreachable server is unmounted. {@link refresh} mounts it again.
   */
  async #watch(entry: NetMountEntry): Promise<void> {
    if (entry.isWatched) return;
    entry.isWatched = true;
    const { clock, log } = this.#deps;
    const { mntdir } = entry.mount;
    try {
      while (clock.now() < entry.usedUntil && this.#entries.get(entry.id) === entry && this.#isMounted(mntdir)) {
        await delay(PROBE_INTERVAL_MS, undefined, { ref: false });
        if ((await this.#checkReachable(entry)) || entry.probe.failures < MAX_PROBE_FAILURES) continue;
        log.warn({ mntdir }, 'the server of a network storage does not respond; waiting calls are aborted');
        await this.#serialise(() => this.#unmount(entry, false, BOX_ITSELF, true));
      }
    } finally {
      entry.isWatched = false;
    }
  }

  /** Probes the server and reports every change of its reachability, also when a list request detected it. */
  async #checkReachable(entry: NetMountEntry): Promise<boolean> {
    const isReachable = await entry.probe.checkReachable();
    if (isReachable !== entry.isReachable) {
      entry.isReachable = isReachable;
      this.#deps.onChange();
    }
    return isReachable;
  }

  async #repair(entry: NetMountEntry): Promise<void> {
    if (this.#entries.get(entry.id) !== entry) return;
    const { mntdir } = entry.mount;
    if (this.#isMounted(mntdir)) {
      if (await respondsToStat(join(this.#deps.volume.root, mntdir))) return;
      this.#deps.log.warn({ mntdir }, 'the process of a network mount ended; it is mounted again');
      await this.#unmount(entry, false, BOX_ITSELF, true);
    }
    const before = entry.why;
    try {
      await this.#mount(entry, undefined, BOX_ITSELF);
    } catch (refused) {
      entry.why = refused instanceof Refusal ? String(refused.info ?? refused.code) : null;
      if (entry.why !== before) this.#deps.onChange();
    }
  }

  /** @param password undefined uses the one that the helper has stored */
  async #mount({ mount, probe }: NetMountEntry, password: string | undefined, by: OperationActor): Promise<void> {
    const { host, refresh, onChange, log } = this.#deps;
    const { kind, addr, port, user, mntdir, mntpoint, path, protocol } = mount;
    const params: OperationParams<'mountNet'> = {
      name: mntdir,
      kind,
      addr,
      port,
      user,
      share: mntpoint,
      ...(kind === 'webdav' ? { path, protocol } : {}),
      ...(password === undefined ? {} : { password }),
    };
    const plan = await host.plan('mountNet', params, by);
    if ('answer' in plan) throw mountRefusal(plan, kind);
    if (!(await probe.checkReachable())) throw new Refusal(GEN.failed, 'mounts.silent');
    const failed = await host.execute('mountNet', params, plan.hash, by);
    if (failed !== null) throw mountRefusal(failed, kind);
    log.info({ kind, mntdir }, 'mounted network storage');
    await refresh();
    onChange();
  }

  async #unmount(
    { mount: { kind, mntdir }, probe }: NetMountEntry,
    forget: boolean,
    by: OperationActor,
    isKnownUnreachable = false,
  ): Promise<void> {
    const { host, refresh, onChange, volume } = this.#deps;
    const gone = isKnownUnreachable || !(await probe.checkReachable());
    if (!forget && !this.#isMounted(mntdir)) return;
    const params = { name: mntdir, gone: gone ? 1 : 0, forget: forget ? 1 : 0 } as const;
    const failed = await unmountWithRetry(host, 'unmountNet', params, by);
    if (failed === 'in use') throw new Refusal(GEN.failed, 'mounts.inUse');
    if (failed !== null) throw mountRefusal(failed, kind);
    // The former mount folder is removed only when it is empty.
    if (forget) await rmdir(join(volume.root, mntdir)).catch(() => undefined);
    await refresh();
    onChange();
  }

  #persist(entry: NetMountEntry): void {
    const { database, onChange } = this.#deps;
    database.durable(() => {
      database.run('INSERT OR REPLACE INTO netmounts (id, mount) VALUES (?, ?)', entry.id, JSON.stringify(entry.mount));
    });
    this.#entries.set(entry.id, entry);
    onChange();
  }

  #entryOf(id: string, mount: NetMountChange): NetMountEntry {
    const withoutPassword = { ...mount, password: '' };
    return {
      id,
      mount: withoutPassword,
      probe: new ServerProbe(withoutPassword, this.#deps.clock),
      why: null,
      isReachable: true,
      usedUntil: 0,
      isWatched: false,
    };
  }

  #findByName(name: string): NetMountEntry | undefined {
    return [...this.#entries.values()].find(({ mount }) => mount.mntdir === name);
  }

  #isMounted(name: string): boolean {
    return this.#deps.volume.mounts.includes(name);
  }

  /** Runs operations one at a time, like the helper. */
  #serialise<A>(work: () => Promise<A>): Promise<A> {
    const mine = this.#working.then(work, work);
    this.#working = mine.catch(() => undefined);
    return mine;
  }
}

/** Whether the process that serves a mount responds to a stat of its root. */
const respondsToStat = async (root: string): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, STAT_TIMEOUT_MS, false);
  });
  const result = stat(root).then(
    () => true,
    // An error is a response too, except for a disconnected FUSE mount.
    (failure: unknown) => errnoOf(failure) !== 'ENOTCONN',
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
};
