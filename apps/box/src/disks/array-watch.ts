import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** How the arrays of the kernel are, for everybody to read (md(4)). */
const MDSTAT = '/proc/mdstat';

/** And each btrfs that is mounted. */
const BTRFS = '/sys/fs/btrfs';

const names = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** A btrfs that keeps things twice: its devices that are there, how many there should be, and whether something of it is kept once. */
interface Mirror {
  readonly uuid: string;
  readonly there: readonly string[];
  readonly lacks: boolean;
  readonly once: boolean;
  readonly work: string;
}

/** What the kernel says of each btrfs that keeps things twice. No disk is asked. */
const mirrorsIn = (folder: string): readonly Mirror[] =>
  names(folder)
    .filter((uuid) => /^[0-9a-f-]{36}$/.test(uuid))
    .flatMap((uuid) => {
      const at = join(folder, uuid);
      const kinds = ['data', 'metadata', 'system'].map((kind) => names(join(at, 'allocation', kind)));
      const twice = kinds.filter((kept) => kept.includes('raid1'));
      // Number 0 is one that takes the place of another.
      const numbers = names(join(at, 'devinfo')).filter((number) => number !== '0');
      if (twice.length === 0 || numbers.length < 2) return [];
      // A link to a disk that is gone leads nowhere.
      const there = names(join(at, 'devices')).filter((name) => existsSync(join(at, 'devices', name)));
      const work = read(join(at, 'exclusive_operation')).trim();
      const lacks = there.length < numbers.length || work === 'device replace';
      const once = twice.some((kept) => ['single', 'dup'].some((other) => kept.includes(other)));
      return [{ uuid, there, lacks, once, work }];
    });

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** What of it changes when an array comes, goes, fails or is whole again; how far it is with what it does is left out. */
const arrayStates = (mdstat: string): string =>
  mdstat
    .split('\n')
    .flatMap((line) => {
      const name = /^(md\S+) : (.+)$/.exec(line);
      if (name !== null) return [`${name[1] ?? ''} ${name[2] ?? ''}`];
      return [...line.matchAll(/\[[U_]+\]|resync|recovery|reshape|check/g)].map(([found]) => found);
    })
    .join('\n');

/** The arrays that run without one of their disks, as `/dev/md0`. */
const lackingDisks = (mdstat: string): readonly string[] =>
  [...mdstat.matchAll(/^(md\S+) : .*\n.*\[U*_[U_]*\]/gm)].map(([, name = '']) => `/dev/${name}`);

/** Says when an array changed, without asking anybody. */
export class ArrayWatch {
  readonly #onChange: () => void;
  readonly #file: string;
  readonly #folder: string;
  #seen: string;

  /** @param file where the kernel says it of arrays, @param folder and of each btrfs; for tests */
  constructor(onChange: () => void, file = MDSTAT, folder = BTRFS) {
    this.#onChange = onChange;
    this.#file = file;
    this.#folder = folder;
    this.#seen = this.#states();
  }

  #states(): string {
    return `${arrayStates(read(this.#file))}\n${JSON.stringify(mirrorsIn(this.#folder))}`;
  }

  /** The arrays that lack a disk now. */
  get failing(): readonly string[] {
    const lacking = mirrorsIn(this.#folder).filter(({ lacks }) => lacks);
    return [...lackingDisks(read(this.#file)), ...lacking.map(({ uuid, there }) => `/dev/${there[0] ?? uuid}`)];
  }

  /** Each btrfs with all of its disks that keeps something once and does nothing about it: it was written to while one was lacking. */
  get keptOnce(): readonly string[] {
    return mirrorsIn(this.#folder).flatMap(({ uuid, lacks, once, work }) =>
      once && !lacks && work === 'none' ? [uuid] : [],
    );
  }

  look(): void {
    const states = this.#states();
    if (states !== this.#seen) this.#onChange();
    this.#seen = states;
  }
}
