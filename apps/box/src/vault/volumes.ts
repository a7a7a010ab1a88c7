import type { Stats } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Folder } from './folder.ts';
import { parseWirePath } from './wire-path.ts';

/**
 * One volume of the box: what stands below `mountDir` on the wire lies below `root` on the disk.
 *
 * - `data`: a storage volume with users' folders and the public folder (`/mnt/usb1`, `/mnt/usb2` …). The first one is the main volume.
 * - `external`, `network`: `root` holds one folder for each device or mount (`/mnt/extdev/{label}`, `/mnt/netdev/{name}`).
 */
export interface VolumeConfig {
  readonly mountDir: string;
  readonly root: string;
  readonly kind: 'data' | 'external' | 'network';
  readonly readonly?: boolean;
}

/** A file system that is mounted as a volume, or in the folder of one. */
export interface Mount {
  /** Its place on the wire: `/mnt/usb2`, `/mnt/extdev/STICK`. */
  readonly mountDir: string;
  /** Its place on the disk. */
  readonly root: string;
  /** Its root folder as the kernel numbers it ({@link markOf}): nothing else at the same path is it. */
  readonly mark: string;
  readonly readonly: boolean;
}

/** A file system came or went. One that was replaced by another went and came. */
export interface VolumeChange {
  readonly kind: 'came' | 'gone';
  /** As in {@link Mount}. */
  readonly mountDir: string;
  readonly volume: Volume;
}

/** What tells one folder of the machine from all others while it is there. */
export const markOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/** A mount, or null for what has been one and is not there: its bare folder is no place for anybody's files. */
type Held = Pick<Mount, 'mark' | 'readonly'> | null;

/** So often it is asked whether a server is still there, while somebody waits for it. */
const LOOK_MS = 500;

/** A volume of the box. The object stays when its disk goes and comes back, so that whoever holds a location goes on. */
export class Volume {
  readonly mountDir: string;
  readonly root: string;
  readonly kind: VolumeConfig['kind'];
  readonly segments: readonly string[];
  readonly #readonly: boolean;
  /** Whether the server behind a network place answers; whoever goes there asks first, so that no file thread waits for one that does not. */
  answers: (name: string) => Promise<boolean> = () => Promise.resolve(true);
  /** What is or was mounted at its root (the empty name), or in a folder of it. */
  readonly #held = new Map<string, Held>();

  constructor({ mountDir, root, kind, readonly = false }: VolumeConfig) {
    this.mountDir = mountDir;
    this.root = root;
    this.kind = kind;
    this.segments = parseWirePath(mountDir);
    this.#readonly = readonly;
  }

  /** Whether it can be used: it is no mount, or it is mounted. */
  get isThere(): boolean {
    return this.#held.get('') !== null;
  }

  get readonly(): boolean {
    return this.isReadonly([]);
  }

  isReadonly(below: readonly string[]): boolean {
    return this.#readonly || this.#heldAt(below)?.readonly === true;
  }

  /** The mounts in its folders: sticks, network places. */
  get mounts(): readonly string[] {
    return [...this.#held].flatMap(([name, held]) => (name === '' || held === null ? [] : [name]));
  }

  /**
   * Opens the folder `below` its root, links not followed, and only on the file system that is known to be mounted: whether a disk was
   * pulled a moment ago is asked of the opened folder, not of a path. ENODEV when it is not there, EHOSTDOWN when its server is not.
   */
  async open(below: readonly string[]): Promise<Folder> {
    const held = this.#heldAt(below);
    if (held === undefined) return Folder.open(this.root, below);
    if (held === null) throw noDevice(this.kind);
    const name = this.#nameOf(below);
    if (this.kind === 'network' && !(await this.answers(name))) throw noDevice(this.kind);
    const depth = name === '' ? 0 : 1;
    const top = await Folder.open(this.root, below.slice(0, depth));
    const isIt = await top.stat().then(
      (stat) => markOf(stat) === held.mark,
      () => false,
    );
    if (isIt) return Folder.descend(top, below.slice(depth));
    await top.close();
    throw noDevice(this.kind);
  }

  /** {@link Folder.glance}; undefined also when the disk is not there. */
  async glance(below: readonly string[]): Promise<Stats | undefined> {
    if (this.#heldAt(below) === null) return undefined;
    if (this.kind === 'network' && !(await this.answers(this.#nameOf(below)))) return undefined;
    return Folder.glance(this.root, below);
  }

  /**
   * Runs what may be on its way to a server when that falls silent: whoever asked is told so, and what was on its way is waited for by nobody.
   * @throws EHOSTDOWN
   */
  async whileThere<A>(below: readonly string[], work: () => Promise<A>): Promise<A> {
    if (this.kind !== 'network') return work();
    const over = new AbortController();
    const silent = async (): Promise<never> => {
      for (;;) {
        await delay(LOOK_MS, undefined, { signal: over.signal });
        if (!(await this.answers(this.#nameOf(below)))) throw noDevice(this.kind);
      }
    };
    try {
      return await Promise.race([work(), silent()]);
    } finally {
      over.abort();
    }
  }

  /** For {@link VolumeSet} alone. @returns what was held there before */
  hold(name: string, held: Held): Held | undefined {
    const before = this.#held.get(name);
    this.#held.set(name, held);
    return before;
  }

  /** For {@link VolumeSet} alone: the names at which something is or was mounted. */
  get heldNames(): readonly string[] {
    return [...this.#held.keys()];
  }

  #nameOf(below: readonly string[]): string {
    return this.kind === 'data' ? '' : (below[0] ?? '');
  }

  #heldAt(below: readonly string[]): Held | undefined {
    return this.#held.get(this.#nameOf(below));
  }
}

const noDevice = (kind: VolumeConfig['kind']): Error => {
  const code = kind === 'network' ? 'EHOSTDOWN' : 'ENODEV';
  return Object.assign(new Error(code), { code });
};

/** The volumes of the box: those it always has, and those that come and go with their disks. */
export class VolumeSet {
  readonly #all: Volume[];
  readonly #listeners = new Set<(change: VolumeChange) => void>();

  constructor(volumes: readonly VolumeConfig[]) {
    this.#all = volumes.map((config) => new Volume(config));
  }

  /** Also those that are gone. */
  get all(): readonly Volume[] {
    return this.#all;
  }

  get there(): readonly Volume[] {
    return this.#all.filter(({ isThere }) => isThere);
  }

  on(listener: (change: VolumeChange) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Takes what is mounted now. Whatever was mounted and is not in `mounts` is gone, and so is what `known` says has been mounted once: nobody
   * writes there until it is back. A mount of `/mnt/usb{n}` is a data volume; others lie in the folder of a volume.
   */
  take(mounts: readonly Mount[], known: readonly Omit<Mount, 'mark' | 'readonly'>[] = []): void {
    const changes: VolumeChange[] = [];
    const now = new Set(mounts.map(({ mountDir }) => mountDir));
    for (const volume of this.#all)
      for (const name of volume.heldNames) {
        const mountDir = name === '' ? volume.mountDir : `${volume.mountDir}/${name}`;
        if (!now.has(mountDir) && volume.hold(name, null) !== null) changes.push({ kind: 'gone', mountDir, volume });
      }
    for (const each of known) {
      if (now.has(each.mountDir)) continue;
      const { volume, name } = this.#placeOf(each);
      if (!volume.heldNames.includes(name)) volume.hold(name, null);
    }
    for (const mount of mounts) {
      const { mountDir, mark, readonly } = mount;
      const { volume, name } = this.#placeOf(mount);
      const before = volume.hold(name, { mark, readonly });
      if (before?.mark === mark && before.readonly === readonly) continue;
      if (before !== null && before !== undefined) changes.push({ kind: 'gone', mountDir, volume });
      changes.push({ kind: 'came', mountDir, volume });
    }
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }

  #placeOf({ mountDir, root }: Pick<Mount, 'mountDir' | 'root'>): { readonly volume: Volume; readonly name: string } {
    const found = this.#all.find((each) => each.mountDir === mountDir);
    if (found !== undefined) return { volume: found, name: '' };
    const around = this.#all.find((each) => each.kind !== 'data' && mountDir.startsWith(`${each.mountDir}/`));
    if (around !== undefined) return { volume: around, name: mountDir.slice(around.mountDir.length + 1) };
    const volume = new Volume({ mountDir, root, kind: 'data' });
    this.#all.push(volume);
    return { volume, name: '' };
  }
}

/** The volume whose mount directory begins `segments`, the longest one. */
export const volumeFor = (volumes: readonly Volume[], segments: readonly string[]): Volume | undefined => {
  let found: Volume | undefined;
  for (const volume of volumes)
    if (
      volume.segments.length <= segments.length &&
      volume.segments.every((segment, index) => segment === segments[index]) &&
      volume.segments.length > (found?.segments.length ?? -1)
    )
      found = volume;
  return found;
};
