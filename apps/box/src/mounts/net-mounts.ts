import { randomUUID } from 'node:crypto';
import { rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GEN } from '@boxwood/command-bus';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import { NetMountChange, type NetMount } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { ActOf, By } from '@boxwood/host';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Host } from '../runtime/host.ts';
import { letGo } from '../runtime/let-go.ts';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { text } from '../store/rows.ts';
import { errnoOf, type Volume } from '../vault/index.ts';
import { Line } from './line.ts';
import { notMounted } from './refusals.ts';

/** Configured network mounts. Only the helper stores their passwords. */
export const netMountMigrations = [
  defineMigration(
    'netmounts',
    1,
    'CREATE TABLE netmounts (id TEXT PRIMARY KEY, mount TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ),
];

/** Maximum number of network mounts; more are refused with code 16. */
const MOST = 32;
/** Timeout in ms for a stat of the mount root. After it, the process that serves the mount counts as failed. */
const SERVED_MS = 5000;

/** A network place in use is probed at this interval, until this time after its last access. */
const WATCH_MS = 500;
const USED_MS = 5000;
/** After this many failed probes in a row, the place is unmounted to release blocked file operations. */
const SILENCES = 2;

/** Identity for automatic remounts. */
const ITSELF: By = { user: '', from: '' };

interface Entry {
  readonly id: string;
  /** The settings with an empty password. */
  readonly mount: NetMountChange;
  readonly line: Line;
  /** Error of the last automatic mount; null when there was none. */
  why: string | null;
  /** Whether the server responded to the last probe. */
  there: boolean;
  /** Until when file operations may be blocked on the server, and whether it is being probed for that. */
  used: number;
  watched: boolean;
}

export interface NetMountDeps {
  readonly host: Pick<Host, 'plan' | 'act'>;
  readonly database: Database;
  /** `/mnt/netdev`. */
  readonly volume: Volume;
  /** Resolves when the box has read the current mounts. */
  readonly look: () => Promise<void>;
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
  readonly #entries = new Map<string, Entry>();
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
    deps.volume.answers = (name) => {
      const entry = this.#named(name);
      if (entry === undefined) return Promise.resolve(true);
      entry.used = deps.clock.now() + USED_MS;
      // The helper may be busy; the next access starts the probe again.
      this.#watch(entry).catch(() => undefined);
      return entry.line.answers();
    };
  }

  /** X57. */
  list(): Promise<readonly NetMount[]> {
    return Promise.all(
      [...this.#entries.values()].map(async (entry): Promise<NetMount> => {
        const { id, mount, why } = entry;
        const there = await this.#isThere(entry);
        const mounted = this.#isMounted(mount.mntdir);
        return {
          ...mount,
          id,
          password: '',
          status: mounted && there ? 'mounted' : !there || why !== null ? 'error' : 'unmounted',
          ...(there ? (why === null || mounted ? {} : { why }) : { why: 'mounts.silent' }),
        };
      }),
    );
  }

  /** X58. @throws Refusal 3, 6, 11, 15, 16 */
  add(mount: NetMountChange, by: By): Promise<string> {
    return this.#alone(async () => {
      if (this.#entries.size >= MOST) throw new Refusal(GEN.overLimit);
      if (this.#named(mount.mntdir) !== undefined) throw new Refusal(GEN.invalid);
      const entry = this.#entryOf(randomUUID(), mount);
      await this.#mount(entry, mount.password, by);
      this.#keep(entry);
      return entry.id;
    });
  }

  /** X59: an empty password keeps the stored one. @throws Refusal 3, 6, 11 */
  set(id: string, mount: NetMountChange, by: By): Promise<void> {
    return this.#alone(async () => {
      const before = this.#entries.get(id);
      const other = this.#named(mount.mntdir);
      if (before === undefined || (other !== undefined && other.id !== id)) throw new Refusal(GEN.invalid);
      const renamed = before.mount.mntdir !== mount.mntdir;
      await this.#unmount(before, false, by);
      const entry = this.#entryOf(id, mount);
      try {
        await this.#mount(entry, mount.password === '' && mount.user !== '' ? undefined : mount.password, by);
      } catch (refused) {
        await this.#mount(before, undefined, ITSELF).catch(() => undefined);
        // X59 defines no code for a missing share.
        throw refused instanceof Refusal && refused.code === GEN.path ? new Refusal(GEN.invalid) : refused;
      }
      if (renamed) await this.#unmount(before, true, by).catch(() => undefined);
      this.#keep(entry);
    });
  }

  /** X60. @throws Refusal 3, 11 */
  remove(id: string, by: By): Promise<void> {
    return this.#alone(async () => {
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

  /** Mounts places whose server responds, and remounts those whose serving process has ended. */
  async look(): Promise<'done'> {
    for (const entry of this.#entries.values()) {
      if (await this.#isThere(entry)) await this.#alone(() => this.#mend(entry)).catch(() => undefined);
    }
    return 'done';
  }

  /**
   * Probes a server while file operations may be blocked on it. Blocked operations occupy file threads, of which there
   * are few, so the place of an unreachable server is unmounted. {@link refresh} mounts it again.
   */
  async #watch(entry: Entry): Promise<void> {
    if (entry.watched) return;
    entry.watched = true;
    const { clock, log } = this.#deps;
    const { mntdir } = entry.mount;
    try {
      while (clock.now() < entry.used && this.#entries.get(entry.id) === entry && this.#isMounted(mntdir)) {
        await delay(WATCH_MS, undefined, { ref: false });
        if ((await this.#isThere(entry)) || entry.line.silences < SILENCES) continue;
        log.warn({ mntdir }, 'the server of a network place says nothing; whoever waits for it is let go of');
        await this.#alone(() => this.#unmount(entry, false, ITSELF, true));
      }
    } finally {
      entry.watched = false;
    }
  }

  /** Probes the server and reports every change of its reachability, also when a list request detected it. */
  async #isThere(entry: Entry): Promise<boolean> {
    const there = await entry.line.answers();
    if (there !== entry.there) {
      entry.there = there;
      this.#deps.onChange();
    }
    return there;
  }

  async #mend(entry: Entry): Promise<void> {
    if (this.#entries.get(entry.id) !== entry) return;
    const { mntdir } = entry.mount;
    if (this.#isMounted(mntdir)) {
      if (await isServed(join(this.#deps.volume.root, mntdir))) return;
      this.#deps.log.warn({ mntdir }, 'what serves a network place has ended; it is mounted anew');
      await this.#unmount(entry, false, ITSELF, true);
    }
    const before = entry.why;
    try {
      await this.#mount(entry, undefined, ITSELF);
    } catch (refused) {
      entry.why = refused instanceof Refusal ? String(refused.info ?? refused.code) : null;
      if (entry.why !== before) this.#deps.onChange();
    }
  }

  /** @param password undefined uses the one that the helper has stored */
  async #mount({ mount, line }: Entry, password: string | undefined, by: By): Promise<void> {
    const { host, look, onChange, log } = this.#deps;
    const { kind, addr, port, user, mntdir, mntpoint, path, protocol } = mount;
    const act: ActOf<'mountNet'> = {
      name: mntdir,
      kind,
      addr,
      port,
      user,
      share: mntpoint,
      ...(kind === 'webdav' ? { path, protocol } : {}),
      ...(password === undefined ? {} : { password }),
    };
    const plan = await host.plan('mountNet', act, by);
    if ('answer' in plan) throw notMounted(plan, kind);
    if (!(await line.answers())) throw new Refusal(GEN.failed, 'mounts.silent');
    const failed = await host.act('mountNet', act, plan.hash, by);
    if (failed !== null) throw notMounted(failed, kind);
    log.info({ kind, mntdir }, 'mounted network storage');
    await look();
    onChange();
  }

  async #unmount({ mount: { kind, mntdir }, line }: Entry, forget: boolean, by: By, isGone = false): Promise<void> {
    const { host, look, onChange, volume } = this.#deps;
    const gone = isGone || !(await line.answers());
    if (!forget && !this.#isMounted(mntdir)) return;
    const act = { name: mntdir, gone: gone ? 1 : 0, forget: forget ? 1 : 0 } as const;
    const failed = await letGo(host, 'unmountNet', act, by);
    if (failed === 'in use') throw new Refusal(GEN.failed, 'mounts.inUse');
    if (failed !== null) throw notMounted(failed, kind);
    // The former mount folder is removed only when it is empty.
    if (forget) await rmdir(join(volume.root, mntdir)).catch(() => undefined);
    await look();
    onChange();
  }

  #keep(entry: Entry): void {
    const { database, onChange } = this.#deps;
    database.durable(() => {
      database.run('INSERT OR REPLACE INTO netmounts (id, mount) VALUES (?, ?)', entry.id, JSON.stringify(entry.mount));
    });
    this.#entries.set(entry.id, entry);
    onChange();
  }

  #entryOf(id: string, mount: NetMountChange): Entry {
    const without = { ...mount, password: '' };
    return {
      id,
      mount: without,
      line: new Line(without, this.#deps.clock),
      why: null,
      there: true,
      used: 0,
      watched: false,
    };
  }

  #named(name: string): Entry | undefined {
    return [...this.#entries.values()].find(({ mount }) => mount.mntdir === name);
  }

  #isMounted(name: string): boolean {
    return this.#deps.volume.mounts.includes(name);
  }

  /** Runs operations one at a time, like the helper. */
  #alone<A>(work: () => Promise<A>): Promise<A> {
    const mine = this.#working.then(work, work);
    this.#working = mine.catch(() => undefined);
    return mine;
  }
}

/** Whether the process that serves a mount responds to a stat of its root. */
const isServed = async (root: string): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, SERVED_MS, false);
  });
  const asked = stat(root).then(
    () => true,
    // An error is a response too, except for a disconnected FUSE mount.
    (failure: unknown) => errnoOf(failure) !== 'ENOTCONN',
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
};
