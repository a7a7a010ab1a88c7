import { list, noArguments, struct } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define.ts';
import { Offer } from './model.ts';

/**
 * Says what this box offers, by area, and what it lacks for the rest. What changes is told as the area `offers` of `WaitChanges`. A box of the
 * specification does not know the command (`isNotOffered`): there the model says what it has.
 *
 * `POST /eshell` `LISTOFFERS []` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { areas } = await box.send(ListOffers, {});
 * const power = areas.find(({ area }) => area === 'power');
 * if (power?.state === 'absent') console.log(power.missing.map(({ what, get }) => `${what}: ${get}`));
 * ```
 */
export const ListOffers = shellCommand({
  name: 'ListOffers',
  cmd: 'LISTOFFERS',
  params: noArguments,
  result: struct({
    /** Every area that a box may have. */
    areas: list(Offer, 200),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});
