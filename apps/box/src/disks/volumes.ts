import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By } from '@boxwood/host';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { text } from '../store/rows.ts';
import type { Host } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';
import { letGo } from '../runtime/let-go.ts';
import { notDone } from './confirm.ts';

/** Which file systems are mounted as volumes, and where: after a restart they are there again. */
export const volumeMigrations = [
  defineMigration(
    'volumes',
    1,
    'CREATE TABLE volumes (uuid TEXT PRIMARY KEY, volume TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ),
  defineMigration('volumes', 2, 'ALTER TABLE volumes ADD COLUMN is_primary INTEGER NOT NULL DEFAULT 0'),
];

interface VolumeDeps {
  readonly host: Pick<Host, 'disks' | 'plan' | 'act'>;
  readonly database: Database;
  /** Mounts what is on an array as a device, read only; its place. */
  readonly adopt: (dev: string, by: By) => Promise<string>;
  /** Resolves when the box knows what is mounted. */
  readonly look: () => Promise<void>;
  /** Where a device is mounted as a volume; empty when it is not. */
  readonly mountOf: (dev: string) => Promise<string>;
  readonly onChange: () => void;
  /** Milliseconds between two tries to let go of one that is in use. */
  readonly againMs?: number;
}

/** Where devices are, each at a place of its own. */
const DEVICES = '/mnt/extdev';

const ITSELF: By = { user: '', from: '' };

/** Volumes of the box beside its first one, mounted by the helper. */
export class ExtraVolumes {
  readonly #deps: VolumeDeps;
  #working: Promise<unknown> = Promise.resolve();

  constructor(deps: VolumeDeps) {
    this.#deps = deps;
  }

  /** What was made a primary volume, beside the first one; it is not taken out of use. */
  get primaries(): readonly string[] {
    return this.#deps.database.all(
      (row) => `/mnt/${text(row, 'volume')}`,
      'SELECT volume FROM volumes WHERE is_primary = 1',
    );
  }

  /** Mounts what was made on a disk, as a primary volume. @throws as {@link mount} */
  mountPrimary(dev: string, by: By): Promise<void> {
    return this.#alone(async () => {
      const { serial, part } = await this.#find(dev);
      this.#keep(part.uuid, await this.#mount({ serial, number: part.number, uuid: part.uuid }, by), 1);
    });
  }

  /** X46: mounts what is on a disk; an empty place is the next free one, that of devices is one of them, where nothing is written. @throws Refusal 3, 11, 13, 14, 15 */
  mount(wish: { readonly dev: string; readonly mntdir: string }, by: By): Promise<string> {
    return this.#alone(() => this.#take(wish, by));
  }

  async #take({ dev, mntdir }: { readonly dev: string; readonly mntdir: string }, by: By): Promise<string> {
    if (mntdir === DEVICES) {
      const place = await this.#deps.adopt(dev, by);
      await this.#deps.look();
      return `${DEVICES}/${place}`;
    }
    const [, volume] = /^\/mnt\/(usb\d{1,2})$/.exec(mntdir) ?? [];
    if (mntdir !== '' && volume === undefined) throw new Refusal(GEN.path);
    const { serial, part } = await this.#find(dev);
    const taken = await this.#mount(
      { serial, number: part.number, uuid: part.uuid, ...(volume === undefined ? {} : { volume }) },
      by,
    );
    this.#keep(part.uuid, taken, 0);
    return `/mnt/${taken}`;
  }

  #keep(uuid: string, volume: string, primary: 0 | 1): void {
    const { database } = this.#deps;
    database.durable(() => {
      database.run('INSERT OR REPLACE INTO volumes (uuid, volume, is_primary) VALUES (?, ?, ?)', uuid, volume, primary);
    });
  }

  /** X47: takes it out of use; what is on it stays. @throws Refusal 3, 11, 13, 14 */
  unmount(dev: string, by: By): Promise<void> {
    return this.#alone(() => this.#letGo(dev, by));
  }

  async #letGo(dev: string, by: By): Promise<void> {
    const { host, database, look, mountOf, onChange } = this.#deps;
    const { part } = await this.#find(dev);
    const volume = (await mountOf(`/dev/${part.name}`)).replace(/^\/mnt\//, '');
    if (volume === 'usb1' || this.primaries.includes(`/mnt/${volume}`)) throw new Refusal(GEN.noPrivilege);
    if (volume === '') throw new Refusal(GEN.invalid);
    const failed = await letGo(host, 'unmountVolume', { volume }, by, this.#deps.againMs);
    if (failed === 'in use') throw new Refusal(GEN.inUse);
    if (failed !== null) throw notDone(failed);
    database.durable(() => {
      database.run('DELETE FROM volumes WHERE uuid = ?', part.uuid);
    });
    await look();
    onChange();
  }

  /** Mounts what was a volume when the machine was switched off, as far as it is there. */
  remount(): Promise<void> {
    return this.#alone(() => this.#takeAll());
  }

  async #takeAll(): Promise<void> {
    const { database, host } = this.#deps;
    const rows = database.all(
      (row) => ({ uuid: text(row, 'uuid'), volume: text(row, 'volume') }),
      'SELECT * FROM volumes',
    );
    if (rows.length === 0) return;
    const found = await host.disks();
    if (found.answer === 'refused') return;
    for (const { uuid, volume } of rows)
      for (const { serial, parts } of found.disks)
        for (const part of parts)
          if (part.uuid === uuid && part.use === 'free')
            // One that cannot be mounted stays as it is, and the others are.
            await this.#mount({ serial, number: part.number, uuid, volume }, ITSELF).catch(() => undefined);
  }

  async #mount(
    wish: { readonly serial: string; readonly number: number; readonly uuid: string; readonly volume?: string },
    by: By,
  ): Promise<string> {
    const { host, look, onChange } = this.#deps;
    const plan = await host.plan('mountVolume', wish, by);
    if ('answer' in plan) throw notDone(plan);
    const failed = await host.act('mountVolume', wish, plan.hash, by);
    if (failed !== null) throw notDone(failed);
    await look();
    onChange();
    return plan.facts['volume'] ?? '';
  }

  /** One after the other: what is being taken out of use is not found gone by another, and mounted again. */
  #alone<A>(work: () => Promise<A>): Promise<A> {
    const mine = this.#working.then(work, work);
    this.#working = mine.catch(() => undefined);
    return mine;
  }

  async #find(dev: string) {
    const found = await this.#deps.host.disks();
    if (found.answer === 'refused') throw hostRefusal(found);
    for (const { serial, parts } of found.disks)
      for (const part of parts) if (dev === part.name || dev === `/dev/${part.name}`) return { serial, part };
    throw new Refusal(GEN.invalid);
  }
}
