import { tunnelActions } from '@boxwood/account-sdk/rules';
import { castDraft } from 'immer';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { NatProduct, Tunnel } from './tunnels.ts';

/** The products that the account service told of; null before. */
export interface KnownTunnels {
  readonly products: readonly NatProduct[] | null;
}

/** The NAT products as this browser knows them. */
export const tunnelsProjection = projection<KnownTunnels, BoxEvent>({
  name: 'tunnels',
  version: 1,
  scope: 'ephemeral',
  initial: { products: null },
  on: {
    TunnelsObserved: (draft, { products }) => {
      draft.products = castDraft([...products]);
    },
    TunnelMoved: (draft, { subId, state, boxId }) => {
      const product = draft.products?.find((one) => one.subId === subId);
      if (product !== undefined) Object.assign(product, { state, boxId });
    },
  },
});

/** A product with what its state allows. */
export const shownTunnel = (product: NatProduct): Tunnel => ({
  ...product,
  actions: tunnelActions(product.state),
  spent: product.state === 'active' && product.flow > 0 && product.used >= product.flow,
});
