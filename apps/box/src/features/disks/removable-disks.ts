import { readFileSync, readlinkSync } from 'node:fs';
import type { OperationParams, OperationActor, HostDisk, HostDiskList, HostPartition } from '@boxwood/host';
import { isStickType } from '@boxwood/host';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { Logger } from '../../platform/log.ts';
import type { HostClient, HostRefusal } from '../../runtime/host-client.ts';
import type { MountWatcher } from './mount-watcher.ts';

/** Disks and partitions, one per line. The kernel lists a new device here without accessing it. */
const PARTITIONS = '/proc/partitions';
const read = (): string => {
  try {
    return readFileSync(PARTITIONS, 'utf8');
  } catch {
    return '';
  }
};

/** Whether a removable device is plugged in. Without one, the box does not start the helper. */
const hasRemovable = (partitions: string): boolean =>
  partitions.split('\n').some((line) => {
    const name = line.trim().split(/\s+/)[3];
    if (name === undefined || name === 'name') return false;
    try {
      return /\/(usb|mmc)\d/.test(readlinkSync(`/sys/class/block/${name}`));
    } catch {
      return false;
    }
  });

/** Identity for automatic mounts, which need no signed-in user. */
const BOX_ITSELF: OperationActor = { user: '', from: '' };

/** Number of polls for a disk that does not report its content at once. */
const MAX_POLLS = 10;

/** Temporary refusals that say nothing about the disk. */
const TEMPORARY_REFUSALS: readonly HostRefusal['why'][] = ['busy', 'silent', 'stale', 'absent'];

const keyOf = ({ serial }: HostDisk, { number, uuid }: HostPartition): string => JSON.stringify([serial, number, uuid]);

export interface RemovableDisksOptions {
  readonly host: Pick<HostClient, 'isAvailable' | 'disks' | 'plan' | 'execute'>;
  readonly mounts: Pick<MountWatcher, 'refresh'>;
  readonly changes: Pick<ChangeFeed, 'area'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Mounts removable disks through the helper when they are plugged in, unmounts them when they are removed, and reports
 * a change of `disks`.
 */
export class RemovableDisks {
  readonly #options: RemovableDisksOptions;
  #lastPartitions = '';
  #pollsLeft = 0;
  /** Disks that were ejected or cannot be used. They are not mounted again until they are unplugged. */
  readonly #ignored = new Set<string>();

  constructor(options: RemovableDisksOptions) {
    this.#options = options;
  }

  /** Checks for devices that appeared or disappeared since the last poll. */
  async poll(): Promise<'done'> {
    const partitions = read();
    const changed = partitions !== this.#lastPartitions;
    if (!changed && this.#pollsLeft === 0) return 'done';
    this.#pollsLeft = changed ? MAX_POLLS : this.#pollsLeft - 1;
    const { host } = this.#options;
    const shouldQuery = this.#lastPartitions !== '' || hasRemovable(partitions);
    this.#lastPartitions = partitions;
    if (!shouldQuery || !host.isAvailable) {
      this.#pollsLeft = 0;
      return 'done';
    }
    const found = await host.disks();
    if (found.answer === 'refused') {
      // A busy helper is queried again at the next poll, without a limit.
      this.#pollsLeft = TEMPORARY_REFUSALS.includes(found.why) ? MAX_POLLS : 0;
      return 'done';
    }
    const { acted, pending } = await this.#mountAndUnmount(found);
    if (acted) await this.#options.mounts.refresh();
    // When all disks have reported their content, polling stops.
    const allIdentified = found.disks.every(
      ({ unplugs, parts }) => unplugs === 0 || parts.every(({ type }) => type !== ''),
    );
    if (pending) this.#pollsLeft = MAX_POLLS;
    else if (allIdentified) this.#pollsLeft = 0;
    if (acted || changed) this.#options.changes.area('disks');
    return 'done';
  }

  /** Restarts polling, because the file system of a present disk changed. */
  restartPolling(): void {
    this.#pollsLeft = MAX_POLLS;
  }

  /** Unmounts a removable disk. It is mounted again only after it was unplugged. */
  async eject(place: string, by: OperationActor): Promise<HostRefusal | null> {
    const { host } = this.#options;
    const found = await host.disks();
    if (found.answer === 'refused') return found;
    const ejectedKeys = found.disks.flatMap((disk) =>
      disk.parts.filter((part) => part.place === place).map((part) => keyOf(disk, part)),
    );
    for (const key of ejectedKeys) this.#ignored.add(key);
    const failed = await this.#execute('unmount', { place }, by);
    if (failed !== null) for (const key of ejectedKeys) this.#ignored.delete(key);
    return failed;
  }

  async #mountAndUnmount({
    disks,
    gone: removedPlaces,
  }: HostDiskList): Promise<{ readonly acted: boolean; readonly pending: boolean }> {
    const pluggedIn = disks.filter(({ unplugs }) => unplugs === 1);
    const keys = new Set(pluggedIn.flatMap((disk) => disk.parts.map((part) => keyOf(disk, part))));
    for (const key of this.#ignored) if (!keys.has(key)) this.#ignored.delete(key);
    let acted = false;
    let pending = false;
    for (const place of removedPlaces) {
      const failed = await this.#execute('unmount', { place }, BOX_ITSELF);
      if (failed === null) acted = true;
      else pending = true;
    }
    for (const disk of pluggedIn)
      for (const part of disk.parts) {
        const key = keyOf(disk, part);
        if (part.use !== 'free' || part.uuid === '' || !isStickType(part.type) || this.#ignored.has(key)) continue;
        const id = { serial: disk.serial, number: part.number, uuid: part.uuid };
        const failed = await this.#execute('mount', id, BOX_ITSELF);
        acted = true;
        if (failed === null) continue;
        if (TEMPORARY_REFUSALS.includes(failed.why)) pending = true;
        // The disk is listed unmounted; unplugging it allows another attempt.
        else this.#ignored.add(key);
      }
    return { acted, pending };
  }

  async #execute<V extends 'mount' | 'unmount'>(
    verb: V,
    params: OperationParams<V>,
    by: OperationActor,
  ): Promise<HostRefusal | null> {
    const { host, log } = this.#options;
    const plan = await host.plan(verb, params, by);
    if ('answer' in plan) {
      log.warn({ verb, why: plan.why, detail: plan.detail }, 'the state of a disk was not changed');
      return plan;
    }
    const failed = await host.execute(verb, params, plan.hash, by);
    if (failed === null) log.info({ verb }, plan.words);
    else log.warn({ verb, why: failed.why, detail: failed.detail }, plan.words);
    return failed;
  }
}
