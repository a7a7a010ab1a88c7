import { rootTypeOf } from './places.ts';
import type { Place } from './places.ts';
import type { Volume } from './volumes.ts';
import { wirePath } from './wire-path.ts';

/**
 * A place on a disk that somebody was allowed to name. Only the {@link Vault} makes locations, so holding one is the permission;
 * it says nothing about whether something is there.
 */
export class Location {
  readonly volume: Volume;
  /** Names from the volume's root downwards, at least one: the root of a volume is nobody's. */
  readonly below: readonly string[];
  readonly place: Place;
  /** How many of `below` lead to the place's root; a location that is the root itself cannot be renamed or removed. */
  readonly rootDepth: number;
  /** The path as it goes over the wire (a granted share keeps the name the friend sees). */
  readonly wire: string;

  private constructor(volume: Volume, below: readonly string[], place: Place, rootDepth: number, wire: string) {
    this.volume = volume;
    this.below = below;
    this.place = place;
    this.rootDepth = rootDepth;
    this.wire = wire;
  }

  /** For the vault alone. */
  static make(
    volume: Volume,
    below: readonly string[],
    place: Place,
    rootDepth: number,
    wire: string = wirePath([...volume.segments, ...below]),
  ): Location {
    return new Location(volume, below, place, rootDepth, wire);
  }

  /** Equal for two locations of the same entry, whatever names they were asked by. */
  get key(): string {
    return wirePath([...this.volume.segments, ...this.below]);
  }

  /** 0 for the root of the place. */
  get depth(): number {
    return this.below.length - this.rootDepth;
  }

  get isPlaceRoot(): boolean {
    return this.depth === 0;
  }

  /** The entry's own name. */
  get name(): string {
    return this.below.at(-1) ?? '';
  }

  /** FILES-02 number of the root it lies in, null for trash and the box's own folders. */
  get rootType(): 1 | 2 | 3 | 4 | 5 | 8 | 9 | null {
    return rootTypeOf(this.place);
  }

  /** Whether `other` is this entry or lies inside it. */
  contains(other: Location): boolean {
    return other.key === this.key || other.key.startsWith(`${this.key}/`);
  }
}
