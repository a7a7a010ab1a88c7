/** A picture of a time line. */
export interface TimeTile {
  readonly key: string;
  /** Accessible name. */
  readonly name: string;
  /** Width / height; null when nobody has measured it. */
  readonly ratio: number | null;
  /** Its picture; null while there is none. */
  readonly src: string | null;
  /** True: a film. */
  readonly film: boolean;
}

/** What stands under one head: a day or a month. */
export interface TimeBucket {
  readonly id: string;
  readonly title: string;
  /** For the edge: `2024`. */
  readonly year: string;
  /** For the bubble at the edge: `May 2024`. */
  readonly month: string;
  readonly count: number;
  /** Null: not fetched. It takes room by its count until then, and `onNeed` tells when it is looked at. */
  readonly tiles: readonly TimeTile[] | null;
}
