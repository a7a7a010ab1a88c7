import { type BoxModel, type Offer, OFFER_AREAS, type OfferArea, type OfferState } from '@boxwood/box-sdk';
import type { Verb } from '@boxwood/host';
import type { Changes } from '../changes/changes.ts';
import type { Host } from '../runtime/host.ts';
import type { RunEnd } from '../runtime/timetable.ts';

/** How an area stands at this box, now. */
type Standing = Omit<Offer, 'area'>;
const standing = (state: OfferState, version = 0, missing: Offer['missing'] = []): Standing => ({
  ...{ state, version, missing },
});
const offered = standing('offered', 1);
/** Its commands are refused with `notOffered` until a later version (`handlers.ts`). */
const coming = standing('coming');
/** What no addition brings to this model. */
const absent = standing('absent');

export interface OffersDeps {
  readonly model: BoxModel;
  readonly host: Pick<Host, 'lacking' | 'isThere'>;
  readonly changes: Pick<Changes, 'area'>;
}

type Look = (deps: OffersDeps) => Standing | Promise<Standing>;
const always =
  (each: Standing): Look =>
  () =>
    each;
/** An N2 has no containers and mounts nothing (CONTAINER-12, MOUNT-07). */
const notOnN2: Look = ({ model }) => (model === 'N2' ? absent : coming);
const byHelper =
  (verb: Verb): Look =>
  async ({ host }) => {
    const lacking = await host.lacking(verb);
    if (lacking === null)
      return standing('absent', 0, [{ what: 'boxwood-host', get: 'systemctl enable --now boxwood-host' }]);
    const missing = lacking.map((what) => ({ what, get: 'apt-get install systemd' }));
    return missing.length === 0 ? offered : standing('absent', 0, missing);
  };

/** Every area; one that is missing here does not compile. */
const AREAS: Readonly<Record<OfferArea, Look>> = {
  files: always(offered),
  transfers: always(offered),
  trash: always(offered),
  tasks: always(offered),
  changes: always(offered),
  journal: always(offered),
  safe: always(offered),
  shares: always(offered),
  monitor: always(offered),
  system: always(offered),
  tokens: always(offered),
  disks: always(offered),
  network: always(offered),
  services: always(coming),
  mounts: notOnN2,
  photos: always(offered),
  media: always(coming),
  downloads: always(coming),
  drive: always(coming),
  plugins: always(coming),
  containers: notOnN2,
  backup: always(coming),
  upgrade: always(coming),
  power: byHelper('power'),
  date: byHelper('date'),
};

/** What this box offers, and who waits for changes of it. */
export class Offers {
  readonly #deps: OffersDeps;
  #helped: boolean;

  constructor(deps: OffersDeps) {
    this.#deps = deps;
    this.#helped = deps.host.isThere;
  }

  list(): Promise<Offer[]> {
    return Promise.all(OFFER_AREAS.map(async (area) => ({ area, ...(await AREAS[area](this.#deps)) })));
  }

  /** Tells whoever waits for changes when the helper came or went. */
  look(): RunEnd {
    const helped = this.#deps.host.isThere;
    if (helped !== this.#helped) this.#deps.changes.area('offers');
    this.#helped = helped;
    return 'done';
  }
}
