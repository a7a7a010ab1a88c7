import { BindProduct, ListProducts, type NatProduct, UnbindProduct } from '@boxwood/account-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Answer, answer, mapRight } from '../outcome.ts';

/** The account calls of the tunnels. */
export interface TunnelsPort {
  list(): Answer<readonly NatProduct[]>;
  bind(subId: string, boxId: string): Answer<unknown>;
  unbind(subId: string, boxId: string): Answer<unknown>;
}

/** How many products a person's list asks for. */
const PRODUCTS = 100;

/** {@link TunnelsPort} over a client of the account service. */
export const tunnelsPort = (account: Pick<Client, 'exec'>): TunnelsPort => ({
  list: () => answer(account, ListProducts, { offset: 0, limit: PRODUCTS }).pipe(mapRight(({ list }) => list)),
  bind: (subId, boxId) => answer(account, BindProduct, { subId, boxId }),
  unbind: (subId, boxId) => answer(account, UnbindProduct, { subId, boxId }),
});
