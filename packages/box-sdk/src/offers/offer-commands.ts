import { list, noArguments, struct } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { Offer } from './offer-model.ts';

/**
 * Lists the features of this box by area, and what is missing for the others. `WaitChanges` reports changes as the area
 * `offers`. A box of the specification does not know the command (`isNotOffered`); there the features follow from the
 * model.
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
    /** All areas a box may have. */
    areas: list(Offer, 200),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});
