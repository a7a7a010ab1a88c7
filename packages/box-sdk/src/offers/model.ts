import type { TypeOf } from '@boxwood/command-bus/codecs';
import { essential, int, list, str, struct } from '@boxwood/command-bus/codecs';

/**
 * `offered`: it works; `absent`: this box cannot, what is `missing` says why (nothing is missing where the model has no such thing);
 * `coming`: its commands are known and refused until a later version.
 */
export const OFFER_STATES = ['offered', 'absent', 'coming'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** A part that the box lacks, by its name, and the command or the page that brings it; empty when nobody can. */
export const Missing = struct(
  {
    /** As the package or program is called. */
    what: str,
    /** A command for whoever runs the machine, or a page; empty: nobody can. */
    get: str,
  },
  {},
  'Missing',
);
export type Missing = TypeOf<typeof Missing>;

/** What a box says of one area. `state` is open ({@link OFFER_STATES}); `version` grows with what the area can do, 0 while it does nothing. */
export const Offer = struct(
  {
    /** As `OfferArea`; a later box knows more. */
    area: essential(str),
    /** As `OFFER_STATES`; a later box knows more. */
    state: essential(str),
    /** Grows with what the area can do; 0: nothing. */
    version: int,
    /** What the box lacks for it. */
    missing: list(Missing, 16),
  },
  {},
  'Offer',
);
export type Offer = TypeOf<typeof Offer>;
