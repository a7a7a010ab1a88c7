import { ACC } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { asyncScheduler, map, type SchedulerLike } from 'rxjs';
import { type Outcome, type Result, settled, startNow } from '../outcome.ts';
import type { State } from '../state/state-stream.ts';
import { TIMERS } from '../time/timers.ts';
import { isAccountCode } from './login-watch.ts';
import type { AccountPort } from './session-ports.ts';
import type { RelayPass, SessionStage } from './session.ts';

/** Dependencies of {@link RouteRenewal}. */
export interface RouteRenewalDeps {
  readonly account: Pick<AccountPort, 'boxAddresses'>;
  readonly scheduler?: SchedulerLike;
}

/** Renews the route to the session's box and its box token; both expire after a day. */
export class RouteRenewal {
  readonly #deps: RouteRenewalDeps;
  readonly #stage: State<SessionStage>;
  readonly #onRemoved: () => void;
  #renewAfterMs = Number.NEGATIVE_INFINITY;

  constructor(
    deps: RouteRenewalDeps,
    stage: State<SessionStage>,
    /** Called when the account no longer has this box: the user was removed from it and leaves it. */
    onRemoved: () => void,
  ) {
    this.#deps = deps;
    this.#stage = stage;
    this.#onRemoved = onRemoved;
  }

  /** Requests a new route to the box and a new box token from the account service. */
  renew(): Outcome<RelayPass | null> {
    const stage = this.#stage.value;
    if (stage.at !== 'in') return settled(right(null));
    return startNow(
      this.#deps.account.boxAddresses(stage.link.boxName).pipe(
        map((result): Result<RelayPass | null> => {
          if (result._tag === 'Left') {
            if (isAccountCode(result.left, ACC.noBox) && this.#stage.value === stage) this.#onRemoved();
            return result;
          }
          const { boxToken } = result.right;
          const relay = stage.link.relay === null ? null : result.right.relay;
          const token = boxToken ?? stage.link.token;
          if (this.#stage.value === stage) this.#stage.set({ ...stage, link: { ...stage.link, relay, token } });
          return right(relay);
        }),
      ),
    );
  }

  /**
   * Requests a new token after the box refused the current one, for instance after a day asleep. Rate-limited, in case
   * the new one is refused as well.
   */
  renewToken(): void {
    const { scheduler = asyncScheduler } = this.#deps;
    if (scheduler.now() < this.#renewAfterMs) return;
    this.#renewAfterMs = scheduler.now() + TIMERS.loginCheck;
    this.renew().subscribe();
  }
}
