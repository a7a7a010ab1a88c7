import type { TypeOf } from '@boxwood/command-bus/codecs';
import { essential, int, list, str, struct } from '@boxwood/command-bus/codecs';

/**
 * `offered`: it works; `absent`: this box cannot, what is `missing` says why (nothing is missing where the model has no such thing);
 * `coming`: its commands are known and refused until a later version.
 */
export const OFFER_STATES = ['offered', 'absent', 'coming'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** A part that the box lacks, by its name, and the command or the page that brings it; empty when nobody can. */
export const Missing = struct({ what: str, get: str }, {}, 'Missing');
export type Missing = TypeOf<typeof Missing>;

/** What a box says of one area. `state` is open ({@link OFFER_STATES}); `version` grows with what the area can do, 0 while it does nothing. */
export const Offer = struct(
  { area: essential(str), state: essential(str), version: int, missing: list(Missing, 16) },
  {},
  'Offer',
);
export type Offer = TypeOf<typeof Offer>;
