import type { NatProduct, TunnelState } from '../tunnels/tunnels.ts';

/** NAT products of the person. */
export type TunnelEvent =
  | { readonly type: 'TunnelsObserved'; readonly data: { readonly products: readonly NatProduct[] } }
  /** Activated on a box, or released: `boxId` is empty then. */
  | {
      readonly type: 'TunnelMoved';
      readonly data: { readonly subId: string; readonly state: TunnelState; readonly boxId: string };
    };
