/** A picture in a timeline. */
export interface TimelineTile {
  readonly key: string;
  /** Its name, which starts the accessible name. */
  readonly name: string;
  /** Further description for assistive technology: day and kind. */
  readonly description?: string;
  /** Width / height; null when unknown. */
  readonly ratio: number | null;
  /** Address of the thumbnail; null while there is none. */
  readonly src: string | null;
  /** The kind of media. */
  readonly kind: 'photo' | 'film' | 'live';
  /** Text in the corner: the duration of a video. */
  readonly cornerText?: string;
  /** Shows a heart in the corner. */
  readonly favourite?: boolean;
  /** A tiny image shown until the thumbnail is loaded, as a data URL. */
  readonly placeholder?: string | null;
}

/** The pictures under one header: a day or a month. */
export interface TimelineBucket {
  readonly id: string;
  /** The period that is fetched at once: a month. Until then one bucket stands for the whole group. */
  readonly group: string;
  readonly title: string;
  /** For the scrubber: `2024`. */
  readonly year: string;
  /** For the scrubber's bubble: `May 2024`. */
  readonly month: string;
  readonly count: number;
  /**
   * Null: not fetched. Until then the height is estimated from `count`, and `onGroupsNeeded` reports when the bucket
   * comes near the view.
   */
  readonly tiles: readonly TimelineTile[] | null;
}

/**
 * A scroll position in a timeline, independent of its layout: the group, and the fraction of it above the view (0 to
 * 1).
 */
export interface TimelinePosition {
  readonly group: string;
  readonly part: number;
}
