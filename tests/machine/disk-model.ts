/**
 * A model of a machine with disks after each operation: which disks may be written to, and which operations must be
 * refused.
 */
import { SATA } from './machine-disks.ts';

/** Sticks that are plugged and pulled. */
export const STICKS = ['STICK-A', 'STICK-B'] as const;
export type Stick = (typeof STICKS)[number];
const isStick = (serial: string): serial is Stick => STICKS.some((stick) => stick === serial);

export interface ModelArray {
  readonly level: '0' | '1' | '5';
  readonly uuid: string;
  /** As `md0`. */
  name: string;
  runs: boolean;
  volume: string | null;
}

/** The content of a disk. One that is `left` has an array's signature, but the array does not use it. */
type DiskContent =
  | { readonly is: 'free'; readonly formatted: boolean }
  | { readonly is: 'mounted'; readonly volume: string }
  | { readonly is: 'member' | 'failed' | 'left'; readonly of: ModelArray };

/** A stick. Its mount point stays until it is ejected, even when the stick is pulled. */
interface StickState {
  plugged: boolean;
  place: string | null;
}

/** An operation on one disk, on several disks by their serial numbers, or on an array. */
export type DiskOperation =
  | { readonly kind: 'init' | 'mount' | 'unmount'; readonly disk: string }
  | { readonly kind: 'create'; readonly level: ModelArray['level']; readonly disks: readonly string[] }
  | { readonly kind: 'mountArray' | 'unmountArray' | 'stop' | 'start' | 'delete'; readonly array: ModelArray }
  | { readonly kind: 'fail'; readonly array: ModelArray; readonly disk: string }
  | { readonly kind: 'remove' | 'add'; readonly array: ModelArray; readonly disk: string }
  | { readonly kind: 'plug'; readonly stick: Stick }
  | { readonly kind: 'pull'; readonly stick: Stick }
  | { readonly kind: 'mountStick' | 'letGo'; readonly stick: Stick };

const MIN_DISKS = { '0': 2, '1': 2, '5': 3 } as const;

export class DiskModel {
  readonly #disks = new Map<string, DiskContent>(SATA.map((serial) => [serial, { is: 'free', formatted: true }]));
  readonly arrays = new Set<ModelArray>();
  readonly sticks: readonly Stick[];
  readonly #sticks: Map<Stick, StickState>;

  /** @param sticks the sticks of this machine */
  constructor(sticks: readonly Stick[]) {
    this.sticks = sticks;
    this.#sticks = new Map(sticks.map((stick) => [stick, { plugged: true, place: null }]));
  }

  stick(serial: Stick): StickState {
    const held = this.#sticks.get(serial) ?? { plugged: false, place: null };
    this.#sticks.set(serial, held);
    return held;
  }

  held(serial: string): DiskContent | undefined {
    return this.#disks.get(serial);
  }

  /** The disks with the signature of an array; all, or those in one of the given states. */
  of(array: ModelArray, ...how: readonly DiskContent['is'][]): readonly string[] {
    return [...this.#disks].flatMap(([serial, held]) =>
      'of' in held && held.of === array && (how.length === 0 || how.includes(held.is)) ? [serial] : [],
    );
  }

  /** The disks that may be written to at any moment, because something on them is in use. */
  get live(): readonly string[] {
    const sticks = [...this.#sticks].flatMap(([serial, { place }]) => (place === null ? [] : [serial]));
    const disks = [...this.#disks].flatMap(([serial, held]) =>
      held.is === 'mounted' || ('of' in held && held.is !== 'left' && held.of.runs) ? [serial] : [],
    );
    return [...disks, ...sticks];
  }

  /** The mounted volumes. */
  get volumes(): readonly string[] {
    const single = [...this.#disks.values()].flatMap((held) => (held.is === 'mounted' ? [held.volume] : []));
    return [...single, ...[...this.arrays].flatMap(({ volume }) => volume ?? [])];
  }

  /** Whether an operation must succeed; otherwise it must be refused. */
  allows(wish: DiskOperation): boolean {
    switch (wish.kind) {
      case 'init':
        return isStick(wish.disk) ? this.#idle(wish.disk) : this.held(wish.disk)?.is === 'free';
      case 'mount': {
        const held = this.held(wish.disk);
        return held?.is === 'free' && held.formatted;
      }
      case 'unmount':
        return this.held(wish.disk)?.is === 'mounted';
      case 'create': {
        const { disks, level } = wish;
        const once = new Set(disks).size === disks.length && disks.length >= MIN_DISKS[level];
        return once && disks.every((disk) => this.held(disk)?.is === 'free');
      }
      case 'mountArray':
      case 'stop':
        return wish.array.runs && wish.array.volume === null;
      case 'unmountArray':
        return wish.array.volume !== null;
      case 'start':
        return !wish.array.runs;
      case 'delete':
        return wish.array.volume === null;
      case 'fail':
        return (
          wish.array.level !== '0' && this.#is(wish, 'member') && this.of(wish.array, 'failed', 'left').length === 0
        );
      case 'remove':
        return this.#is(wish, 'failed') || (this.#is(wish, 'member') && this.#mayLose(wish.array));
      case 'add':
        return wish.array.level !== '0' && this.#is(wish, 'left');
      case 'plug':
        // The box clears what is left of a stick before it is plugged again.
        return !this.stick(wish.stick).plugged && this.stick(wish.stick).place === null;
      case 'pull':
        return this.stick(wish.stick).plugged;
      case 'mountStick':
        return this.#idle(wish.stick);
      case 'letGo':
        return this.stick(wish.stick).place !== null;
    }
  }

  /** Whether a stick is plugged in and unused. */
  #idle(serial: Stick): boolean {
    const { plugged, place } = this.stick(serial);
    return plugged && place === null;
  }

  /** The disks that an operation affects. */
  affectedDisks(wish: DiskOperation): readonly string[] {
    if (wish.kind === 'create') return wish.disks;
    if ('stick' in wish) return [wish.stick];
    return 'array' in wish ? this.of(wish.array) : [wish.disk];
  }

  /**
   * Updates the model after an operation.
   * @param said the volume or mount point, the array that was created, or its name
   */
  applyOperation(
    wish: DiskOperation,
    said: { readonly volume: string; readonly place: string; readonly name: string; readonly uuid: string },
  ): void {
    const set = (serials: readonly string[], held: DiskContent): void => {
      for (const serial of serials) this.#disks.set(serial, held);
    };
    switch (wish.kind) {
      case 'plug':
      case 'pull':
        this.stick(wish.stick).plugged = wish.kind === 'plug';
        return;
      case 'mountStick':
        this.stick(wish.stick).place = said.place;
        return;
      case 'letGo':
        this.stick(wish.stick).place = null;
        return;
      case 'init':
      case 'unmount':
        if (isStick(wish.disk)) return;
        set([wish.disk], { is: 'free', formatted: true });
        return;
      case 'mount':
        set([wish.disk], { is: 'mounted', volume: said.volume });
        return;
      case 'create': {
        const array: ModelArray = { level: wish.level, uuid: said.uuid, name: said.name, runs: true, volume: null };
        this.arrays.add(array);
        set(wish.disks, { is: 'member', of: array });
        return;
      }
      case 'mountArray':
        wish.array.volume = said.volume;
        return;
      case 'unmountArray':
        wish.array.volume = null;
        return;
      case 'stop':
        // A failed disk is no member when the array runs again.
        set(this.of(wish.array, 'failed'), { is: 'left', of: wish.array });
        wish.array.runs = false;
        return;
      case 'start':
        [wish.array.runs, wish.array.name] = [true, said.name];
        return;
      case 'delete':
        set(this.of(wish.array), { is: 'free', formatted: false });
        this.arrays.delete(wish.array);
        return;
      case 'fail':
        set([wish.disk], { is: 'failed', of: wish.array });
        return;
      case 'remove':
        set([wish.disk], { is: 'left', of: wish.array });
        return;
      case 'add':
        set([wish.disk], { is: 'member', of: wish.array });
        return;
    }
  }

  /** Whether the array can lose another member. */
  #mayLose(array: ModelArray): boolean {
    const lacking = this.of(array, 'failed', 'left').length;
    switch (array.level) {
      case '0':
        return false;
      case '1':
        return lacking < this.of(array).length - 1;
      case '5':
        return lacking < 1;
    }
  }

  #is({ array, disk }: { readonly array: ModelArray; readonly disk: string }, what: DiskContent['is']): boolean {
    const held = this.held(disk);
    return array.runs && held !== undefined && 'of' in held && held.of === array && held.is === what;
  }
}
