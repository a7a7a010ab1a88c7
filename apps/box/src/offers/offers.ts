import { type BoxModel, commandTree, type Offer, type OfferArea, type OfferState } from '@boxwood/box-sdk';
import type { Verb } from '@boxwood/host';
import type { Changes } from '../changes/changes.ts';
import { LATER } from '../later.ts';
import type { Host } from '../runtime/host.ts';
import type { RunEnd } from '../runtime/timetable.ts';
import type { Upgrades } from '../upgrade/upgrades.ts';

/** Current status of an area on this box. */
type Standing = Omit<Offer, 'area'>;
const standing = (state: OfferState, version = 0, missing: Offer['missing'] = []): Standing => ({
  state,
  version,
  missing,
});
const offered = standing('offered', 1);
/** Its commands are refused with `notOffered` until a later version (`later.ts`). */
const coming = standing('coming');
/** Areas that no addition makes available on this model. */
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
/**
 * Areas without handlers are planned, except that an N2 never has containers and mounts nothing (CONTAINER-12,
 * MOUNT-07).
 */
const byModel =
  (area: string): Look =>
  ({ model }) => {
    if (model === 'N2' && (area === 'containers' || area === 'mounts')) return absent;
    return area in LATER ? coming : offered;
  };

/** Upgrades need a launcher and a key. */
const byLauncher: Look = ({ upgrades: { missing } }) =>
  missing.length === 0 ? offered : standing('absent', 0, missing);

/** Areas needed to sign in and to list offers at all. */
const NEVER_ASKED = ['session', 'offers'];
/** Operations of the root helper. */
const HELPED = ['power', 'date'] as const satisfies readonly (OfferArea & Verb)[];

/** Every area of commands, and the operations of the helper. */
const AREAS: readonly (readonly [area: string, look: Look])[] = [
  ...Object.keys(commandTree)
    .filter((area) => !NEVER_ASKED.includes(area))
    .map((area) => [area, area === 'upgrade' ? byLauncher : byModel(area)] as const),
  ...HELPED.map((verb) => [verb, byHelper(verb)] as const),
];

/** Lists what this box offers, and notifies clients of changes. */
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

  /** Notifies clients when the helper appears or disappears. */
  look(): RunEnd {
    const helped = this.#deps.host.isThere;
    if (helped !== this.#helped) this.#deps.changes.area('offers');
    this.#helped = helped;
    return 'done';
  }
}
