import { readFileSync } from 'node:fs';

/** How the arrays of the kernel are, for everybody to read (md(4)). */
const MDSTAT = '/proc/mdstat';

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
  #seen: string;

  /** @param file where the kernel says it; for tests */
  constructor(onChange: () => void, file = MDSTAT) {
    this.#onChange = onChange;
    this.#file = file;
    this.#seen = arrayStates(read(file));
  }

  /** The arrays that lack a disk now. */
  get failing(): readonly string[] {
    return lackingDisks(read(this.#file));
  }

  look(): void {
    const states = arrayStates(read(this.#file));
    if (states !== this.#seen) this.#onChange();
    this.#seen = states;
  }
}
