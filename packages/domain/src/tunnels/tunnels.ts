import type { NatProduct } from '@boxwood/account-sdk';
import type { TunnelAction, TunnelState } from '@boxwood/account-sdk/rules';
import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

export type { NatProduct, TunnelAction, TunnelState };

/** A NAT product and what can be done with it. `spent`: its traffic is used up, the tunnel rests (G-43). */
export interface Tunnel extends NatProduct {
  readonly actions: readonly TunnelAction[];
  readonly spent: boolean;
}

export interface TunnelsState {
  /** False in LAN mode: nothing is asked (G-07). */
  readonly available: boolean;
  readonly known: boolean;
  readonly tunnels: readonly Tunnel[];
  readonly failure: Failure | null;
}

/** The NAT products of the person (STATE-23): not activated, activated on a box, released. */
export interface Tunnels {
  readonly state$: StateStream<TunnelsState>;
  refresh(): Outcome<null>;
  activate(subId: string, boxId: string): Outcome<null>;
  /** From the box it is activated on. */
  release(subId: string): Outcome<null>;
}
