import { rootTypeOf } from './places.ts';
import type { Place } from './places.ts';
import type { Volume } from './volumes.ts';
import { joinWirePath } from './wire-path.ts';

/**
 * A path on a disk that the caller is allowed to name. Only the {@link Vault} creates locations, so holding one is the
 * permission; the entry need not exist.
 */
export class Location {
  readonly volume: Volume;
  /** Names from the root of the volume downwards, at least one: the root of a volume belongs to no user. */
  readonly below: readonly string[];
  readonly place: Place;
  /** How many names of `below` lead to the root of the place. The root itself cannot be renamed or removed. */
  readonly rootDepth: number;
  /** The wire path (a family share keeps the name that the receiver sees). */
  readonly wire: string;

  private constructor(volume: Volume, below: readonly string[], place: Place, rootDepth: number, wire: string) {
    this.volume = volume;
    this.below = below;
    this.place = place;
    this.rootDepth = rootDepth;
    this.wire = wire;
  }

  /** For use by the vault only. */
  static make(
    volume: Volume,
    below: readonly string[],
    place: Place,
    rootDepth: number,
    wire: string = joinWirePath([...volume.segments, ...below]),
  ): Location {
    return new Location(volume, below, place, rootDepth, wire);
  }

  /** Equal for two locations of the same entry, whichever paths were used. */
  get key(): string {
    return joinWirePath([...this.volume.segments, ...this.below]);
  }

  /** 0 for the root of the place. */
  get depth(): number {
    return this.below.length - this.rootDepth;
  }

  get isPlaceRoot(): boolean {
    return this.depth === 0;
  }

  get name(): string {
    return this.below.at(-1) ?? '';
  }

  /** FILES-02 number of the root that contains it; null for the trash and the box's own folders. */
  get rootType(): 1 | 2 | 3 | 4 | 5 | 8 | 9 | null {
    return rootTypeOf(this.place);
  }

  /** Whether `other` is this entry or lies inside it. */
  contains(other: Location): boolean {
    return other.key === this.key || other.key.startsWith(`${this.key}/`);
  }
}
