import { type BoxModel, commandTree, type Offer, type OfferArea, type OfferState } from '@boxwood/box-sdk';
import type { Verb } from '@boxwood/host';
import type { Changes } from '../changes/changes.ts';
import { LATER } from '../later.ts';
import type { Host } from '../runtime/host.ts';
import type { RunEnd } from '../runtime/timetable.ts';
import type { Upgrades } from '../upgrade/upgrades.ts';

/** How an area stands at this box, now. */
type Standing = Omit<Offer, 'area'>;
const standing = (state: OfferState, version = 0, missing: Offer['missing'] = []): Standing => ({
  ...{ state, version, missing },
});
const offered = standing('offered', 1);
/** Its commands are refused with `notOffered` until a later version (`later.ts`). */
const coming = standing('coming');
/** What no addition brings to this model. */
const absent = standing('absent');

export interface OffersDeps {
  readonly model: BoxModel;
  readonly host: Pick<Host, 'lacking' | 'isThere'>;
  readonly changes: Pick<Changes, 'area'>;
  readonly upgrades: Pick<Upgrades, 'missing'>;
}

type Look = (deps: OffersDeps) => Standing | Promise<Standing>;
const byHelper =
  (verb: Verb): Look =>
  async ({ host }) => {
    const lacking = await host.lacking(verb);
    if (lacking === null)
      return standing('absent', 0, [{ what: 'boxwood-host', get: 'systemctl enable --now boxwood-host' }]);
    const missing = lacking.map((what) => ({ what, get: 'apt-get install systemd' }));
    return missing.length === 0 ? offered : standing('absent', 0, missing);
  };
/** What is not answered yet is coming, but an N2 never has containers and mounts nothing (CONTAINER-12, MOUNT-07). */
const byModel =
  (area: string): Look =>
  ({ model }) => {
    if (model === 'N2' && (area === 'containers' || area === 'mounts')) return absent;
    return area in LATER ? coming : offered;
  };

/** Another version is brought under a launcher, by a key. */
const byLauncher: Look = ({ upgrades: { missing } }) =>
  missing.length === 0 ? offered : standing('absent', 0, missing);

/** What a sign-in needs to ask at all. */
const NEVER_ASKED = ['session', 'offers'];
/** What the helper does to the machine. */
const HELPED = ['power', 'date'] as const satisfies readonly (OfferArea & Verb)[];

/** Every area of commands, and what the helper does. */
const AREAS: readonly (readonly [area: string, look: Look])[] = [
  ...Object.keys(commandTree)
    .filter((area) => !NEVER_ASKED.includes(area))
    .map((area) => [area, area === 'upgrade' ? byLauncher : byModel(area)] as const),
  ...HELPED.map((verb) => [verb, byHelper(verb)] as const),
];

/** What this box offers, and who waits for changes of it. */
export class Offers {
  readonly #deps: OffersDeps;
  #helped: boolean;

  constructor(deps: OffersDeps) {
    this.#deps = deps;
    this.#helped = deps.host.isThere;
  }

  list(): Promise<Offer[]> {
    return Promise.all(AREAS.map(async ([area, look]) => ({ area, ...(await look(this.#deps)) })));
  }

  /** Tells whoever waits for changes when the helper came or went. */
  look(): RunEnd {
    const helped = this.#deps.host.isThere;
    if (helped !== this.#helped) this.#deps.changes.area('offers');
    this.#helped = helped;
    return 'done';
  }
}
