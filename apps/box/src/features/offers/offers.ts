import { type BoxModel, commandTree, type Offer, type OfferArea, type OfferState } from '@boxwood/box-sdk';
import type { Verb } from '@boxwood/host';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { UNAVAILABLE_HANDLERS } from '../../unavailable-features.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { RunEnd } from '../../runtime/timetable.ts';
import type { Upgrades } from '../upgrade/upgrades.ts';

/** Current status of an area on this box. */
type OfferStatus = Omit<Offer, 'area'>;
const offerStatus = (state: OfferState, version = 0, missing: Offer['missing'] = []): OfferStatus => ({
  state,
  version,
  missing,
});
const offered = offerStatus('offered', 1);
/** Its commands are refused with `notOffered` until a later version (`later.ts`). */
const planned = offerStatus('coming');
/** Areas that no addition makes available on this model. */
const absent = offerStatus('absent');

export interface OffersDeps {
  readonly model: BoxModel;
  readonly host: Pick<HostClient, 'lacking' | 'isAvailable'>;
  readonly changes: Pick<ChangeFeed, 'area'>;
  readonly upgrades: Pick<Upgrades, 'missing'>;
}

type OfferProbe = (deps: OffersDeps) => OfferStatus | Promise<OfferStatus>;
const byHelper =
  (verb: Verb): OfferProbe =>
  async ({ host }) => {
    const lacking = await host.lacking(verb);
    if (lacking === null)
      return offerStatus('absent', 0, [{ what: 'boxwood-host', get: 'systemctl enable --now boxwood-host' }]);
    const missing = lacking.map((what) => ({ what, get: 'apt-get install systemd' }));
    return missing.length === 0 ? offered : offerStatus('absent', 0, missing);
  };
/**
 * Areas without handlers are planned, except that an N2 never has containers and mounts nothing (CONTAINER-12,
 * MOUNT-07).
 */
const byModel =
  (area: string): OfferProbe =>
  ({ model }) => {
    if (model === 'N2' && (area === 'containers' || area === 'mounts')) return absent;
    return area in UNAVAILABLE_HANDLERS ? planned : offered;
  };

/** Upgrades need a launcher and a key. */
const byLauncher: OfferProbe = ({ upgrades: { missing } }) =>
  missing.length === 0 ? offered : offerStatus('absent', 0, missing);

/** Areas needed to sign in and to list offers at all. */
const HIDDEN_AREAS = ['session', 'offers'];
/** Operations of the root helper. */
const HELPER_AREAS = ['power', 'date'] as const satisfies readonly (OfferArea & Verb)[];

/** Every area of commands, and the operations of the helper. */
const AREAS: readonly (readonly [area: string, look: OfferProbe])[] = [
  ...Object.keys(commandTree)
    .filter((area) => !HIDDEN_AREAS.includes(area))
    .map((area) => [area, area === 'upgrade' ? byLauncher : byModel(area)] as const),
  ...HELPER_AREAS.map((verb) => [verb, byHelper(verb)] as const),
];

/** Lists what this box offers, and notifies clients of changes. */
export class Offers {
  readonly #deps: OffersDeps;
  #hadHelper: boolean;

  constructor(deps: OffersDeps) {
    this.#deps = deps;
    this.#hadHelper = deps.host.isAvailable;
  }

  list(): Promise<Offer[]> {
    return Promise.all(AREAS.map(async ([area, poll]) => ({ area, ...(await poll(this.#deps)) })));
  }

  /** Notifies clients when the helper appears or disappears. */
  poll(): RunEnd {
    const hasHelper = this.#deps.host.isAvailable;
    if (hasHelper !== this.#hadHelper) this.#deps.changes.area('offers');
    this.#hadHelper = hasHelper;
    return 'done';
  }
}
