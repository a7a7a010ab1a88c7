import { checkTunnelAction, type TunnelAction, tunnelAfter } from '@boxwood/account-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map, tap } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  type Answer,
  begin,
  type Failure,
  mapRight,
  type Outcome,
  refusedBy,
  rejected,
  type Result,
  settled,
} from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { TunnelsPort } from './port.ts';
import { type KnownTunnels, shownTunnel, tunnelsProjection } from './projection.ts';
import type { NatProduct, Tunnels, TunnelsState } from './tunnels.ts';

/** What the tunnels need. `available$` is false in LAN mode: then nothing is ever asked (G-07). */
export interface TunnelsDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: TunnelsPort;
  readonly notifications: Notifications;
  readonly available$: StateStream<boolean>;
}

/** See {@link Tunnels}. */
export class BoxTunnels implements Tunnels {
  readonly #deps: TunnelsDeps;
  readonly #known: StateStream<KnownTunnels>;
  readonly #failure = new State<Failure | null>(null);
  readonly state$: StateStream<TunnelsState>;

  constructor(deps: TunnelsDeps) {
    this.#deps = deps;
    this.#known = deps.store.state(tunnelsProjection);
    this.state$ = combine([this.#known, deps.available$, this.#failure.stream], ({ products }, available, failure) => ({
      available,
      known: products !== null,
      tunnels: products?.map(shownTunnel) ?? [],
      failure,
    }));
  }

  refresh(): Outcome<null> {
    const { available$, port, store } = this.#deps;
    if (!available$.value) return settled(rejected('session.offlineNotice'));
    return begin(
      port.list().pipe(
        tap((result) => {
          this.#failure.set(result._tag === 'Left' ? result.left : null);
          if (result._tag === 'Right')
            store.append([{ type: 'TunnelsObserved', data: { products: result.right } }], 'box');
        }),
        mapRight(() => null),
      ),
    );
  }

  activate(subId: string, boxId: string): Outcome<null> {
    return this.#act('activate', subId, () => ({ call: this.#deps.port.bind(subId, boxId), then: boxId }));
  }

  release(subId: string): Outcome<null> {
    return this.#act('release', subId, ({ boxId }) => ({
      call: this.#deps.port.unbind(subId, boxId),
      then: '',
    }));
  }

  /** What the service confirmed becomes a fact; what it refused is told. A product that nobody listed has no state to go by. */
  #act(
    action: TunnelAction,
    subId: string,
    start: (product: NatProduct) => { readonly call: Answer<unknown>; readonly then: string },
  ): Outcome<null> {
    const { available$, notifications, store } = this.#deps;
    if (!available$.value) return settled(rejected('session.offlineNotice'));
    const product = this.#known.value.products?.find((one) => one.subId === subId);
    const refusal = refusedBy(checkTunnelAction(action, product?.state ?? 'inactive'));
    if (product === undefined || refusal !== null) {
      const failure = refusal ?? { _tag: 'Rejected', word: 'tunnel.state' };
      notifications.fail(failure);
      return settled(left(failure));
    }
    const { call, then } = start(product);
    return begin(
      call.pipe(
        map((result): Result<null> => (result._tag === 'Left' ? result : right(null))),
        tap((result) => {
          if (result._tag === 'Left') notifications.fail(result.left);
          else
            store.append([{ type: 'TunnelMoved', data: { subId, state: tunnelAfter(action), boxId: then } }], 'person');
        }),
      ),
    );
  }
}
