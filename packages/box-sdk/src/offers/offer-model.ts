import type { TypeOf } from '@boxwood/command-bus/codecs';
import { essential, int, list, str, struct } from '@boxwood/command-bus/codecs';

/**
 * `offered`: it works; `absent`: not available on this box, with the reasons in `missing` (empty if the model does not
 * have the feature); `coming`: its commands are known but refused until a later version.
 */
export const OFFER_STATES = ['offered', 'absent', 'coming'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** A missing component and the command or page to install it; empty if it cannot be installed. */
export const Missing = struct(
  {
    /** Name of the package or program. */
    what: str,
    /** A command for the machine's administrator, or a page; empty: it cannot be installed. */
    get: str,
  },
  {},
  'Missing',
);
export type Missing = TypeOf<typeof Missing>;

/**
 * Availability of one area. `state` is open ({@link OFFER_STATES}); `version` grows with the features of the area, 0
 * while it has none.
 */
export const Offer = struct(
  {
    /** One of `OfferArea`; newer boxes may send others. */
    area: essential(str),
    /** One of `OFFER_STATES`; newer boxes may send others. */
    state: essential(str),
    /** Feature level of the area, growing; 0: none. */
    version: int,
    /** Components that the box is missing for it. */
    missing: list(Missing, 16),
  },
  {},
  'Offer',
);
export type Offer = TypeOf<typeof Offer>;
