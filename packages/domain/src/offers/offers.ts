import type { Missing, Offer, OfferArea } from '@boxwood/box-sdk';
import { hasContainers, hasPhotos } from '@boxwood/box-sdk/rules';
import type { BoxModel } from '@boxwood/command-bus';
import type { StateStream } from '../state/state-stream.ts';

/** How an area stands. A state that this version does not know counts as offered: the box refuses what it does not do. */
export type Standing =
  | { readonly state: 'offered' }
  | { readonly state: 'coming' }
  /** `missing`: what would bring it; nothing where the model has no such thing. */
  | { readonly state: 'absent'; readonly missing: readonly Missing[] };

/** How each area stands. */
export interface OfferTable {
  readonly of: (area: OfferArea) => Standing;
}

/** What the box of this sign-in offers. It is read once, and again when the box says that it has changed. */
export interface Offers {
  readonly offers$: StateStream<OfferTable>;
  /** Asks again, once: whoever could not open something may have got it meanwhile. */
  look(): void;
  close(): void;
}

const OFFERED: Standing = { state: 'offered' };
const COMING: Standing = { state: 'coming' };
const NEVER: Standing = { state: 'absent', missing: [] };

const lacking = (what: string): Standing => ({ state: 'absent', missing: [{ what, get: '' }] });

/** The plugin that gives a box of the specification its photos (G-36). */
export const PHOTO_INDEX = 'slpmdb';

/** The same without the photos, whose plugin does not run. What lacks more keeps saying that. */
export const withoutPhotoIndex = (table: OfferTable): OfferTable => ({
  of: (area) => (area === 'photos' && table.of(area).state === 'offered' ? lacking(PHOTO_INDEX) : table.of(area)),
});

/** What a box has by its model: all that is known of one that keeps to the specification (MOUNT-07, CONTAINER-12), and of any until it has answered. */
export const offersOfModel = (model: BoxModel, version: string): OfferTable => ({
  of: (area) => {
    if (area === 'containers') return hasContainers(model, version) ? OFFERED : NEVER;
    if (area === 'photos' && !hasPhotos(model, version)) return lacking('firmware');
    return area === 'mounts' && model === 'N2' ? NEVER : OFFERED;
  },
});

/** What a box said; of an area that it does not name the table before holds. */
export const offersOf = (said: readonly Offer[], before: OfferTable): OfferTable => {
  const table = new Map(said.map((offer) => [offer.area, standingOf(offer)]));
  return { of: (area) => table.get(area) ?? before.of(area) };
};

const standingOf = ({ state, missing }: Offer): Standing => {
  if (state === 'absent') return { state, missing };
  return state === 'coming' ? COMING : OFFERED;
};
