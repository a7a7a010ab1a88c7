import type { Missing, Offer, OfferArea } from '@boxwood/box-sdk';
import { hasContainers, hasPhotos } from '@boxwood/box-sdk/rules';
import type { BoxModel } from '@boxwood/command-bus';
import type { StateStream } from '../state/state-stream.ts';

/** Availability of an area. An unknown state counts as offered: the box refuses what it does not support. */
export type OfferStatus =
  | { readonly state: 'offered' }
  | { readonly state: 'coming' }
  /** `missing`: what would make it available; empty where the model does not have the area. */
  | { readonly state: 'absent'; readonly missing: readonly Missing[] };

/** Availability of each area. */
export interface OfferTable {
  readonly of: (area: OfferArea) => OfferStatus;
}

/** What the box of this sign-in offers. Loaded once, and again when the box reports a change. */
export interface Offers {
  readonly offers$: StateStream<OfferTable>;
  /** Reloads the offers once, for instance when the user could not open an area. */
  refresh(): void;
  close(): void;
}

const OFFERED: OfferStatus = { state: 'offered' };
const PLANNED: OfferStatus = { state: 'coming' };
const NEVER: OfferStatus = { state: 'absent', missing: [] };

const absentWithout = (what: string): OfferStatus => ({ state: 'absent', missing: [{ what, get: '' }] });

/** The plugin that provides photos on a box of the specification (G-36). */
export const PHOTO_INDEX = 'slpmdb';

/** The same table without photos, because their plugin does not run. An area that lacks more keeps its reason. */
export const withoutPhotoIndex = (table: OfferTable): OfferTable => ({
  of: (area) => (area === 'photos' && table.of(area).state === 'offered' ? absentWithout(PHOTO_INDEX) : table.of(area)),
});

/**
 * What a box has according to its model: all that is known of a box of the specification (MOUNT-07, CONTAINER-12), and
 * of any box until it has answered.
 */
export const offersOfModel = (model: BoxModel, version: string): OfferTable => ({
  of: (area) => {
    if (area === 'containers') return hasContainers(model, version) ? OFFERED : NEVER;
    if (area === 'photos' && !hasPhotos(model, version)) return absentWithout('firmware');
    return area === 'mounts' && model === 'N2' ? NEVER : OFFERED;
  },
});

/** The offers that a box reported; areas it does not name keep their previous state. */
export const offersOf = (reported: readonly Offer[], previous: OfferTable): OfferTable => {
  const table = new Map(reported.map((offer) => [offer.area, offerStatusOf(offer)]));
  return { of: (area) => table.get(area) ?? previous.of(area) };
};

const offerStatusOf = ({ state, missing }: Offer): OfferStatus => {
  if (state === 'absent') return { state, missing };
  return state === 'coming' ? PLANNED : OFFERED;
};
