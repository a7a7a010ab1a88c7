import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor } from '@boxwood/host';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { text } from '../../store/row-columns.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';
import { unmountWithRetry } from '../../runtime/unmount-with-retry.ts';
import { diskRefusal } from './disk-confirmation.ts';

/**
 * File systems that are mounted as volumes, with their mount folder, so that they are mounted again after a restart.
 */
export const volumeMigrations = [
  defineMigration(
    'volumes',
    1,
    'CREATE TABLE volumes (uuid TEXT PRIMARY KEY, volume TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ),
  defineMigration('volumes', 2, 'ALTER TABLE volumes ADD COLUMN is_primary INTEGER NOT NULL DEFAULT 0'),
];

interface ExtraVolumesDeps {
  readonly host: Pick<HostClient, 'disks' | 'plan' | 'execute'>;
  readonly database: Database;
  /** Mounts the content of an existing array as an external device, read-only. Returns its mount point. */
  readonly mountExistingArray: (dev: string, actor: OperationActor) => Promise<string>;
  /** Resolves when the box has read the current mounts. */
  readonly refreshMounts: () => Promise<void>;
  /** Where a device is mounted as a volume; empty when it is not mounted. */
  readonly mountPointOf: (dev: string) => Promise<string>;
  readonly onChange: () => void;
  /** Delay between two attempts to unmount a volume that is in use, in ms. */
  readonly retryMs?: number;
}

/** Parent folder of external devices. */
const DEVICES_FOLDER = '/mnt/extdev';

const BOX_ITSELF: OperationActor = { user: '', from: '' };

/** Additional volumes of the box, mounted by the root helper. */
export class ExtraVolumes {
  readonly #deps: ExtraVolumesDeps;
  #working: Promise<unknown> = Promise.resolve();

  constructor(deps: ExtraVolumesDeps) {
    this.#deps = deps;
  }

  /** Mount folders of additional primary volumes, which cannot be unmounted. */
  get primaries(): readonly string[] {
    return this.#deps.database.all(
      (row) => `/mnt/${text(row, 'volume')}`,
      'SELECT volume FROM volumes WHERE is_primary = 1',
    );
  }

  /** Mounts a newly formatted disk as a primary volume. @throws as {@link mount} */
  mountPrimary(dev: string, actor: OperationActor): Promise<void> {
    return this.#serialise(async () => {
      const { serial, part } = await this.#find(dev);
      this.#persist(part.uuid, await this.#mount({ serial, number: part.number, uuid: part.uuid }, actor), 1);
    });
  }

  /**
   * X46: mounts a disk. An empty `mntdir` selects the next free volume; the folder of external devices mounts it
   * read-only there. @throws Refusal 3, 11, 13, 14, 15
   */
  mount(input: { readonly dev: string; readonly mntdir: string }, actor: OperationActor): Promise<string> {
    return this.#serialise(() => this.#mountDevice(input, actor));
  }

  async #mountDevice(
    { dev, mntdir }: { readonly dev: string; readonly mntdir: string },
    actor: OperationActor,
  ): Promise<string> {
    if (mntdir === DEVICES_FOLDER) {
      const place = await this.#deps.mountExistingArray(dev, actor);
      await this.#deps.refreshMounts();
      return `${DEVICES_FOLDER}/${place}`;
    }
    const [, volume] = /^\/mnt\/(usb\d{1,2})$/.exec(mntdir) ?? [];
    if (mntdir !== '' && volume === undefined) throw new Refusal(GEN.path);
    const { serial, part } = await this.#find(dev);
    const mountedVolume = await this.#mount(
      { serial, number: part.number, uuid: part.uuid, ...(volume === undefined ? {} : { volume }) },
      actor,
    );
    this.#persist(part.uuid, mountedVolume, 0);
    return `/mnt/${mountedVolume}`;
  }

  #persist(uuid: string, volume: string, primary: 0 | 1): void {
    const { database } = this.#deps;
    database.durable(() => {
      database.run('INSERT OR REPLACE INTO volumes (uuid, volume, is_primary) VALUES (?, ?, ?)', uuid, volume, primary);
    });
  }

  /** X47: unmounts a volume and keeps its data. @throws Refusal 3, 11, 13, 14 */
  unmount(dev: string, actor: OperationActor): Promise<void> {
    return this.#serialise(() => this.#unmount(dev, actor));
  }

  async #unmount(dev: string, actor: OperationActor): Promise<void> {
    const { host, database, refreshMounts, mountPointOf, onChange } = this.#deps;
    const { part } = await this.#find(dev);
    const volume = (await mountPointOf(`/dev/${part.name}`)).replace(/^\/mnt\//, '');
    if (volume === 'usb1' || this.primaries.includes(`/mnt/${volume}`)) throw new Refusal(GEN.noPrivilege);
    if (volume === '') throw new Refusal(GEN.invalid);
    const failed = await unmountWithRetry(host, 'unmountVolume', { volume }, actor, this.#deps.retryMs);
    if (failed === 'in use') throw new Refusal(GEN.inUse);
    if (failed !== null) throw diskRefusal(failed);
    database.durable(() => {
      database.run('DELETE FROM volumes WHERE uuid = ?', part.uuid);
    });
    await refreshMounts();
    onChange();
  }

  /** Mounts the volumes of the last run that are present. */
  remount(): Promise<void> {
    return this.#serialise(() => this.#mountAll());
  }

  async #mountAll(): Promise<void> {
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
            // A volume that cannot be mounted is skipped.
            await this.#mount({ serial, number: part.number, uuid, volume }, BOX_ITSELF).catch(() => undefined);
  }

  async #mount(
    input: { readonly serial: string; readonly number: number; readonly uuid: string; readonly volume?: string },
    actor: OperationActor,
  ): Promise<string> {
    const { host, refreshMounts, onChange } = this.#deps;
    const plan = await host.plan('mountVolume', input, actor);
    if ('answer' in plan) throw diskRefusal(plan);
    const failed = await host.execute('mountVolume', input, plan.hash, actor);
    if (failed !== null) throw diskRefusal(failed);
    await refreshMounts();
    onChange();
    return plan.facts['volume'] ?? '';
  }

  /** Runs operations one at a time, so that {@link remount} does not mount a volume that is being unmounted. */
  #serialise<A>(work: () => Promise<A>): Promise<A> {
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
