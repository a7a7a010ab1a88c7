import { readFileSync, readlinkSync } from 'node:fs';
import type { ActOf, By, Disk, Disks, Part } from '@boxwood/host';
import { isStickType } from '@boxwood/host';
import type { Changes } from '../changes/changes.ts';
import type { Logger } from '../log.ts';
import type { Host, HostRefusal } from '../runtime/host.ts';
import type { MountWatch } from './mount-watch.ts';

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
const anyPlugged = (partitions: string): boolean =>
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
const ITSELF: By = { user: '', from: '' };

/** Number of polls for a disk that does not report its content at once. */
const TRIES = 10;

/** Temporary refusals that say nothing about the disk. */
const RETRIED: readonly HostRefusal['why'][] = ['busy', 'silent', 'stale', 'absent'];

const keyOf = ({ serial }: Disk, { number, uuid }: Part): string => JSON.stringify([serial, number, uuid]);

export interface SticksOptions {
  readonly host: Pick<Host, 'isThere' | 'disks' | 'plan' | 'act'>;
  readonly mounts: Pick<MountWatch, 'look'>;
  readonly changes: Pick<Changes, 'area'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Mounts removable disks through the helper when they are plugged in, unmounts them when they are removed, and reports
 * a change of `disks`.
 */
export class Sticks {
  readonly #options: SticksOptions;
  #seen = '';
  #tries = 0;
  /** Disks that were ejected or cannot be used. They are not mounted again until they are unplugged. */
  readonly #left = new Set<string>();

  constructor(options: SticksOptions) {
    this.#options = options;
  }

  /** Checks for devices that appeared or disappeared since the last poll. */
  async look(): Promise<'done'> {
    const partitions = read();
    const changed = partitions !== this.#seen;
    if (!changed && this.#tries === 0) return 'done';
    this.#tries = changed ? TRIES : this.#tries - 1;
    const { host } = this.#options;
    const asked = this.#seen !== '' || anyPlugged(partitions);
    this.#seen = partitions;
    if (!asked || !host.isThere) {
      this.#tries = 0;
      return 'done';
    }
    const found = await host.disks();
    if (found.answer === 'refused') {
      // A busy helper is queried again at the next poll, without a limit.
      this.#tries = RETRIED.includes(found.why) ? TRIES : 0;
      return 'done';
    }
    const { acted, pending } = await this.#follow(found);
    if (acted) await this.#options.mounts.look();
    // When all disks have reported their content, polling stops.
    const told = found.disks.every(({ unplugs, parts }) => unplugs === 0 || parts.every(({ type }) => type !== ''));
    if (pending) this.#tries = TRIES;
    else if (told) this.#tries = 0;
    if (acted || changed) this.#options.changes.area('disks');
    return 'done';
  }

  /** Polls again because the file system of a present disk changed. */
  again(): void {
    this.#tries = TRIES;
  }

  /** Unmounts a removable disk. It is mounted again only after it was unplugged. */
  async eject(place: string, by: By): Promise<HostRefusal | null> {
    const { host } = this.#options;
    const found = await host.disks();
    if (found.answer === 'refused') return found;
    const leaving = found.disks.flatMap((disk) =>
      disk.parts.filter((part) => part.place === place).map((part) => keyOf(disk, part)),
    );
    for (const key of leaving) this.#left.add(key);
    const failed = await this.#do('unmount', { place }, by);
    if (failed !== null) for (const key of leaving) this.#left.delete(key);
    return failed;
  }

  async #follow({ disks, gone }: Disks): Promise<{ readonly acted: boolean; readonly pending: boolean }> {
    const there = disks.filter(({ unplugs }) => unplugs === 1);
    const keys = new Set(there.flatMap((disk) => disk.parts.map((part) => keyOf(disk, part))));
    for (const key of this.#left) if (!keys.has(key)) this.#left.delete(key);
    let acted = false;
    let pending = false;
    for (const place of gone) {
      const failed = await this.#do('unmount', { place }, ITSELF);
      if (failed === null) acted = true;
      else pending = true;
    }
    for (const disk of there)
      for (const part of disk.parts) {
        const key = keyOf(disk, part);
        if (part.use !== 'free' || part.uuid === '' || !isStickType(part.type) || this.#left.has(key)) continue;
        const id = { serial: disk.serial, number: part.number, uuid: part.uuid };
        const failed = await this.#do('mount', id, ITSELF);
        acted = true;
        if (failed === null) continue;
        if (RETRIED.includes(failed.why)) pending = true;
        // The disk is listed unmounted; unplugging it allows another attempt.
        else this.#left.add(key);
      }
    return { acted, pending };
  }

  async #do<V extends 'mount' | 'unmount'>(verb: V, params: ActOf<V>, by: By): Promise<HostRefusal | null> {
    const { host, log } = this.#options;
    const plan = await host.plan(verb, params, by);
    if ('answer' in plan) {
      log.warn({ verb, why: plan.why, detail: plan.detail }, 'a disk is left as it is');
      return plan;
    }
    const failed = await host.act(verb, params, plan.hash, by);
    if (failed === null) log.info({ verb }, plan.words);
    else log.warn({ verb, why: failed.why, detail: failed.detail }, plan.words);
    return failed;
  }
}
