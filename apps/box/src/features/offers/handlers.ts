import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Offers } from './offers.ts';

/** LISTOFFERS. */
export const offerHandlers = ({ offers }: { readonly offers: Pick<Offers, 'list'> }) =>
  ({
    list: async () => ({ areas: await offers.list() }),
  }) satisfies Handlers<(typeof commandTree)['offers'], BoxContext>;
