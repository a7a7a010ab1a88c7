import type { Stats } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Folder } from './folder.ts';
import { parseWirePath } from './wire-path.ts';

/**
 * A volume of the box: paths below `mountDir` on the wire are below `root` on the disk.
 *
 * - `data`: a storage volume with users' folders and the public folder (`/mnt/usb1`, `/mnt/usb2` …). The first one is
 * the main volume.
 * - `external`, `network`: `root` holds one folder for each device or mount (`/mnt/extdev/{label}`,
 * `/mnt/netdev/{name}`).
 */
export interface VolumeConfig {
  readonly mountDir: string;
  readonly root: string;
  readonly kind: 'data' | 'external' | 'network';
  readonly readonly?: boolean;
}

/** A file system mounted as a volume, or in a folder of one. */
export interface Mount {
  /** Its wire path: `/mnt/usb2`, `/mnt/extdev/STICK`. */
  readonly mountDir: string;
  /** Its path on the disk. */
  readonly root: string;
  /** Identity of its root folder ({@link folderIdOf}). Another folder at the same path has another id. */
  readonly rootId: string;
  readonly readonly: boolean;
}

/** A file system was mounted or unmounted. A replaced file system is reported as unmounted, then mounted. */
export interface VolumeChange {
  readonly kind: 'came' | 'gone';
  /** As in {@link Mount}. */
  readonly mountDir: string;
  readonly volume: Volume;
}

/** Identifies a folder on this machine while it is mounted. */
export const folderIdOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/** A mount, or null for a former mount: its empty folder must not be used for files. */
type MountState = Pick<Mount, 'rootId' | 'readonly'> | null;

/** How often the server is probed while a caller waits for it, in ms. */
const SERVER_PROBE_INTERVAL_MS = 500;

/**
 * A volume of the box. The object stays when its disk is removed and connected again, so that locations remain valid.
 */
export class Volume {
  readonly mountDir: string;
  readonly root: string;
  readonly kind: VolumeConfig['kind'];
  readonly segments: readonly string[];
  readonly #readonly: boolean;
  /**
   * Whether the server of a network mount responds. Checked before every access, so that no file thread blocks on an
   * unreachable server.
   */
  isServerReachable: (name: string) => Promise<boolean> = () => Promise.resolve(true);
  /** Current and former mounts by folder name; the empty name is the root of the volume. */
  readonly #mountStates = new Map<string, MountState>();

  constructor({ mountDir, root, kind, readonly = false }: VolumeConfig) {
    this.mountDir = mountDir;
    this.root = root;
    this.kind = kind;
    this.segments = parseWirePath(mountDir);
    this.#readonly = readonly;
  }

  /** Whether it can be used: either it is no mount, or it is mounted. */
  get isAvailable(): boolean {
    return this.#mountStates.get('') !== null;
  }

  get readonly(): boolean {
    return this.isReadonly([]);
  }

  isReadonly(below: readonly string[]): boolean {
    return this.#readonly || this.#mountStateAt(below)?.readonly === true;
  }

  /** Names of the mounts in its folders: memory sticks, network mounts. */
  get mounts(): readonly string[] {
    return [...this.#mountStates].flatMap(([name, mountState]) => (name === '' || mountState === null ? [] : [name]));
  }

  /**
   * Opens the folder `below` its root without following links, and only on the file system that is known to be mounted.
   * The opened folder is compared, not its path, since a disk may just have been pulled. @throws ENODEV when the disk
   * is missing, EHOSTDOWN when the server is unreachable
   */
  async open(below: readonly string[]): Promise<Folder> {
    const mountState = this.#mountStateAt(below);
    if (mountState === undefined) return Folder.open(this.root, below);
    if (mountState === null) throw noDevice(this.kind);
    const name = this.#nameOf(below);
    if (this.kind === 'network' && !(await this.isServerReachable(name))) throw noDevice(this.kind);
    const depth = name === '' ? 0 : 1;
    const top = await Folder.open(this.root, below.slice(0, depth));
    const isSameMount = await top.stat().then(
      (stat) => folderIdOf(stat) === mountState.rootId,
      () => false,
    );
    if (isSameMount) return Folder.descend(top, below.slice(depth));
    await top.close();
    throw noDevice(this.kind);
  }

  /** {@link Folder.probe}; also undefined when the disk is missing. */
  async probe(below: readonly string[]): Promise<Stats | undefined> {
    if (this.#mountStateAt(below) === null) return undefined;
    if (this.kind === 'network' && !(await this.isServerReachable(this.#nameOf(below)))) return undefined;
    return Folder.probe(this.root, below);
  }

  /**
   * Runs `work` and rejects when the server becomes unreachable meanwhile; the pending work is abandoned.
   * @throws EHOSTDOWN
   */
  async whileReachable<A>(below: readonly string[], work: () => Promise<A>): Promise<A> {
    if (this.kind !== 'network') return work();
    const finished = new AbortController();
    const untilUnreachable = async (): Promise<never> => {
      for (;;) {
        await delay(SERVER_PROBE_INTERVAL_MS, undefined, { signal: finished.signal });
        if (!(await this.isServerReachable(this.#nameOf(below)))) throw noDevice(this.kind);
      }
    };
    try {
      return await Promise.race([work(), untilUnreachable()]);
    } finally {
      finished.abort();
    }
  }

  /** For {@link VolumeSet} only. @returns the previous state */
  setMountState(name: string, mountState: MountState): MountState | undefined {
    const previous = this.#mountStates.get(name);
    this.#mountStates.set(name, mountState);
    return previous;
  }

  /** For {@link VolumeSet} only: names of current and former mounts. */
  get mountNames(): readonly string[] {
    return [...this.#mountStates.keys()];
  }

  #nameOf(below: readonly string[]): string {
    return this.kind === 'data' ? '' : (below[0] ?? '');
  }

  #mountStateAt(below: readonly string[]): MountState | undefined {
    return this.#mountStates.get(this.#nameOf(below));
  }
}

const noDevice = (kind: VolumeConfig['kind']): Error => {
  const code = kind === 'network' ? 'EHOSTDOWN' : 'ENODEV';
  return Object.assign(new Error(code), { code });
};

/** The volumes of the box: the permanent ones, and those of removable disks. */
export class VolumeSet {
  readonly #all: Volume[];
  readonly #listeners = new Set<(change: VolumeChange) => void>();

  constructor(volumes: readonly VolumeConfig[]) {
    this.#all = volumes.map((config) => new Volume(config));
  }

  /** Includes unavailable volumes. */
  get all(): readonly Volume[] {
    return this.#all;
  }

  get available(): readonly Volume[] {
    return this.#all.filter(({ isAvailable }) => isAvailable);
  }

  onChange(listener: (change: VolumeChange) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Sets the current mounts. Former mounts that are missing in `mounts`, and those listed in `known`, become
   * unavailable: nothing is written there until they return. A mount of `/mnt/usb{n}` is a data volume; others are in a
   * folder of a volume.
   */
  setMounts(mounts: readonly Mount[], known: readonly Omit<Mount, 'rootId' | 'readonly'>[] = []): void {
    const changes: VolumeChange[] = [];
    const now = new Set(mounts.map(({ mountDir }) => mountDir));
    for (const volume of this.#all)
      for (const name of volume.mountNames) {
        const mountDir = name === '' ? volume.mountDir : `${volume.mountDir}/${name}`;
        if (!now.has(mountDir) && volume.setMountState(name, null) !== null)
          changes.push({ kind: 'gone', mountDir, volume });
      }
    for (const each of known) {
      if (now.has(each.mountDir)) continue;
      const { volume, name } = this.#mountPointOf(each);
      if (!volume.mountNames.includes(name)) volume.setMountState(name, null);
    }
    for (const mount of mounts) {
      const { mountDir, rootId, readonly } = mount;
      const { volume, name } = this.#mountPointOf(mount);
      const previous = volume.setMountState(name, { rootId, readonly });
      if (previous?.rootId === rootId && previous.readonly === readonly) continue;
      if (previous !== null && previous !== undefined) changes.push({ kind: 'gone', mountDir, volume });
      changes.push({ kind: 'came', mountDir, volume });
    }
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }

  #mountPointOf({ mountDir, root }: Pick<Mount, 'mountDir' | 'root'>): {
    readonly volume: Volume;
    readonly name: string;
  } {
    const found = this.#all.find((each) => each.mountDir === mountDir);
    if (found !== undefined) return { volume: found, name: '' };
    const parentVolume = this.#all.find((each) => each.kind !== 'data' && mountDir.startsWith(`${each.mountDir}/`));
    if (parentVolume !== undefined)
      return { volume: parentVolume, name: mountDir.slice(parentVolume.mountDir.length + 1) };
    const volume = new Volume({ mountDir, root, kind: 'data' });
    this.#all.push(volume);
    return { volume, name: '' };
  }
}

/** The volume with the longest mount directory that is a prefix of `segments`. */
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
