import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** State of the kernel's arrays (md(4)); readable by every user. */
const MDSTAT = '/proc/mdstat';

/** sysfs folder with every mounted btrfs. */
const BTRFS = '/sys/fs/btrfs';

const names = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** A mirrored btrfs: its present devices, whether devices are missing, and whether some data is stored only once. */
interface BtrfsMirror {
  readonly uuid: string;
  readonly presentDevices: readonly string[];
  readonly isDegraded: boolean;
  readonly hasUnmirroredData: boolean;
  readonly operation: string;
}

/** Reads the state of mirrored btrfs file systems from sysfs. Does not access a disk. */
const mirrorsIn = (folder: string): readonly BtrfsMirror[] =>
  names(folder)
    .filter((uuid) => /^[0-9a-f-]{36}$/.test(uuid))
    .flatMap((uuid) => {
      const at = join(folder, uuid);
      const kinds = ['data', 'metadata', 'system'].map((kind) => names(join(at, 'allocation', kind)));
      const mirrored = kinds.filter((profiles) => profiles.includes('raid1'));
      // Number 0 is a device that is replacing another one.
      const numbers = names(join(at, 'devinfo')).filter((number) => number !== '0');
      if (mirrored.length === 0 || numbers.length < 2) return [];
      // The link of a removed disk is dangling.
      const presentDevices = names(join(at, 'devices')).filter((name) => existsSync(join(at, 'devices', name)));
      const operation = read(join(at, 'exclusive_operation')).trim();
      const isDegraded = presentDevices.length < numbers.length || operation === 'device replace';
      const hasUnmirroredData = mirrored.some((profiles) =>
        ['single', 'dup'].some((other) => profiles.includes(other)),
      );
      return [{ uuid, presentDevices, isDegraded, hasUnmirroredData, operation }];
    });

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The parts of mdstat that change when an array appears, disappears, fails or recovers. Leaves out the progress. */
const arrayStates = (mdstat: string): string =>
  mdstat
    .split('\n')
    .flatMap((line) => {
      const name = /^(md\S+) : (.+)$/.exec(line);
      if (name !== null) return [`${name[1] ?? ''} ${name[2] ?? ''}`];
      return [...line.matchAll(/\[[U_]+\]|resync|recovery|reshape|check/g)].map(([found]) => found);
    })
    .join('\n');

/** Arrays that run without one of their disks, as `/dev/md0`. */
const degradedArrays = (mdstat: string): readonly string[] =>
  [...mdstat.matchAll(/^(md\S+) : .*\n.*\[U*_[U_]*\]/gm)].map(([, name = '']) => `/dev/${name}`);

/** Reports changes of arrays by reading kernel state only, without the root helper. */
export class ArrayWatcher {
  readonly #onChange: () => void;
  readonly #file: string;
  readonly #folder: string;
  #lastStates: string;

  /** @param file mdstat file, @param folder sysfs folder of btrfs; tests replace both */
  constructor(onChange: () => void, file = MDSTAT, folder = BTRFS) {
    this.#onChange = onChange;
    this.#file = file;
    this.#folder = folder;
    this.#lastStates = this.#states();
  }

  #states(): string {
    return `${arrayStates(read(this.#file))}\n${JSON.stringify(mirrorsIn(this.#folder))}`;
  }

  /** Arrays that are missing a disk now. */
  get failing(): readonly string[] {
    const degraded = mirrorsIn(this.#folder).filter(({ isDegraded }) => isDegraded);
    return [
      ...degradedArrays(read(this.#file)),
      ...degraded.map(({ uuid, presentDevices }) => `/dev/${presentDevices[0] ?? uuid}`),
    ];
  }

  /**
   * Complete btrfs file systems with data stored only once and no running operation. They were written to while a disk
   * was missing.
   */
  get unmirroredFileSystems(): readonly string[] {
    return mirrorsIn(this.#folder).flatMap(({ uuid, isDegraded, hasUnmirroredData, operation }) =>
      hasUnmirroredData && !isDegraded && operation === 'none' ? [uuid] : [],
    );
  }

  poll(): void {
    const states = this.#states();
    if (states !== this.#lastStates) this.#onChange();
    this.#lastStates = states;
  }
}
