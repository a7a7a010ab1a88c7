/** A picture of a time line. */
export interface TimeTile {
  readonly key: string;
  /** What it is called, and what its accessible name begins with. */
  readonly name: string;
  /** What else is read of it by who does not see it: its day, what it is. */
  readonly about?: string;
  /** Width / height; null when nobody has measured it. */
  readonly ratio: number | null;
  /** Its picture; null while there is none. */
  readonly src: string | null;
  /** What it is besides a picture. */
  readonly kind: 'photo' | 'film' | 'live';
  /** Stands at its corner: the length of a film. */
  readonly note?: string;
  /** A heart stands at its corner. */
  readonly favourite?: boolean;
  /** What is seen until its picture is there: an address of a few bytes. */
  readonly placeholder?: string | null;
}

/** What stands under one head: a day or a month. */
export interface TimeBucket {
  readonly id: string;
  /** The larger time that it is a part of: what is fetched at once, a month. Until then one bucket stands for all of it. */
  readonly group: string;
  readonly title: string;
  /** For the edge: `2024`. */
  readonly year: string;
  /** For the bubble at the edge: `May 2024`. */
  readonly month: string;
  readonly count: number;
  /** Null: not fetched. It takes room by its count until then, and `onShow` tells when it is looked at. */
  readonly tiles: readonly TimeTile[] | null;
}

/** Where in a line somebody is, however it is drawn: in which group, and how much of that is above, as a part of 1. */
export interface LinePlace {
  readonly group: string;
  readonly part: number;
}
