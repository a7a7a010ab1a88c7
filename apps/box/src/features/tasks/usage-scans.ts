import { randomBytes } from 'node:crypto';
import { TSK } from '@boxwood/command-bus';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, text } from '../../store/row-columns.ts';
import { FairQueue } from '@boxwood/box-sdk/server';
import { type Caller, type Location, Refusal, toDisk, type Vault } from '../../storage/vault/index.ts';
import { measure } from './measure.ts';

export const usageMigrations = [
  defineMigration(
    'usage',
    1,
    `create table usage (
       user text not null,
       mount text not null,
       path text not null,
       size integer not null,
       count integer not null,
       dirs integer not null,
       at integer not null,
       primary key (user, mount, path)
     ) strict, without rowid;`,
  ),
];

/** Contents of one folder: bytes, files, folders. */
export interface UsageRow {
  readonly path: string;
  readonly size: number;
  readonly count: number;
  readonly dirs: number;
}

/** Maximum number of running and waiting scans per user. */
const MAX_SCANS_PER_USER = 4;
/**
 * Number of places measured at once, and limits of the queue. One at a time, because concurrent walks slow the disk.
 */
const QUEUE_LIMITS = { maxRunning: 1, maxPerHolder: 2 * MAX_SCANS_PER_USER, maxWaiting: 256 } as const;

/**
 * Usage scans (B49, B50): measures each place of a mount that the caller may read, and each folder directly in it, in
 * the background. Results belong to the requesting user, since others may read other places. Concurrent requests for a
 * place share one measurement.
 */
export class UsageScans {
  readonly #vault: Vault;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #running = new Map<string, Promise<void>>();
  readonly #queue = new FairQueue(QUEUE_LIMITS);
  readonly #measuring = new Map<string, Promise<readonly UsageRow[]>>();
  readonly #abort = new AbortController();

  constructor(vault: Vault, db: Database, clock: Clock) {
    this.#vault = vault;
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws Refusal TSK 2 this scan is running, or too many are, 8 no such mount */
  async start(caller: Caller, mount: string): Promise<string> {
    const key = `${caller.user} ${mount}`;
    const locations = await this.#folders(this.#locationsOf(caller, mount));
    if (locations.length === 0) throw new Refusal(TSK.source);
    const own = [...this.#running.keys()].filter((each) => each.startsWith(`${caller.user} `));
    if (own.includes(key) || own.length >= MAX_SCANS_PER_USER) throw new Refusal(TSK.busy);
    const scan = this.#scan(caller, mount, locations)
      .catch(() => undefined) // The place was disconnected meanwhile; earlier results stay.
      .finally(() => this.#running.delete(key));
    this.#running.set(key, scan);
    return randomBytes(12).toString('hex');
  }

  /** @throws Refusal TSK 8 no such mount */
  list(
    caller: Caller,
    mount: string,
    below: string | undefined,
  ): { readonly scanning: 0 | 1; readonly time: number; readonly list: UsageRow[] } {
    if (this.#locationsOf(caller, mount).length === 0) throw new Refusal(TSK.source);
    const rows = this.#db.all(
      (row) => ({
        path: text(row, 'path'),
        size: number(row, 'size'),
        count: number(row, 'count'),
        dirs: number(row, 'dirs'),
        at: number(row, 'at'),
      }),
      'select * from usage where user = ? and mount = ? order by path',
      caller.user,
      mount,
    );
    const inside = rows.filter(({ path }) => below === undefined || path === below || path.startsWith(`${below}/`));
    const time = Math.max(0, ...rows.map(({ at }) => at));
    const list = inside.map(({ path, size, count, dirs }) => ({ path, size, count, dirs }));
    return { scanning: this.#running.has(`${caller.user} ${mount}`) ? 1 : 0, time, list };
  }

  /** Resolves when no scan is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.idle();
  }

  #locationsOf(caller: Caller, mount: string): Location[] {
    const volume = this.#vault.volumes.find((each) => each.mountDir === mount || mount.startsWith(`${each.mountDir}/`));
    if (volume === undefined) return [];
    const paths =
      volume.kind === 'data'
        ? mount === volume.mountDir
          ? [`${mount}/${caller.user}`, `${mount}/shared-files`]
          : []
        : [mount];
    return paths.flatMap((path) => {
      try {
        return [this.#vault.resolve(caller, path, 'read')];
      } catch (failure) {
        if (failure instanceof Refusal) return [];
        throw failure;
      }
    });
  }

  /** The places that exist: a path that is not one of them is refused before a scan starts. */
  async #folders(locations: readonly Location[]): Promise<Location[]> {
    const stats = await Promise.all(locations.map((location) => this.#vault.lstat(location)));
    return locations.filter((_, index) => stats[index]?.isDirectory() === true);
  }

  async #scan(caller: Caller, mount: string, locations: readonly Location[]): Promise<void> {
    const found = await Promise.all(locations.map((location) => this.#measureOnce(caller, location)));
    this.#store(caller, mount, found.flat());
  }

  #measureOnce(caller: Caller, location: Location): Promise<readonly UsageRow[]> {
    const running = this.#measuring.get(location.key);
    if (running !== undefined) return running;
    const measuring = this.#runQueued(caller, () => this.#measure(location)).finally(() =>
      this.#measuring.delete(location.key),
    );
    this.#measuring.set(location.key, measuring);
    return measuring;
  }

  async #runQueued<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const leave = await this.#queue.acquire({ holder: caller.user, known: true }, this.#abort.signal);
    if (leave === null) throw new Refusal(TSK.busy);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async #measure(location: Location): Promise<readonly UsageRow[]> {
    const found: UsageRow[] = [];
    await using folder = await this.#vault.folder(location);
    const sum = { size: 0, count: 0, dirs: 0 };
    for (const name of await folder.names()) {
      const inner = await measure(folder.path, Buffer.from(toDisk(name)), this.#abort.signal);
      const isFolder = (await folder.lstat(name))?.isDirectory() === true;
      sum.size += inner.bytes;
      sum.count += inner.files;
      sum.dirs += inner.folders;
      // Safe, private files and bin count towards the total and are not listed.
      if (isFolder && !name.startsWith('.'))
        found.push({
          path: `${location.wire}/${name}`,
          size: inner.bytes,
          count: inner.files,
          dirs: inner.folders - 1,
        });
    }
    return [...found, { path: location.wire, ...sum }];
  }

  #store(caller: Caller, mount: string, found: readonly UsageRow[]): void {
    const at = Math.floor(this.#clock.now() / 1000);
    this.#db.transaction(() => {
      this.#db.run('delete from usage where user = ? and mount = ?', caller.user, mount);
      for (const { path, size, count, dirs } of found)
        this.#db.run(
          'insert into usage (user, mount, path, size, count, dirs, at) values (?, ?, ?, ?, ?, ?, ?)',
          caller.user,
          mount,
          path,
          size,
          count,
          dirs,
          at,
        );
    });
  }
}
