import { right } from '@boxwood/command-bus';
import { map, of } from 'rxjs';
import type { Drive } from '../model.ts';
import { andThen, type PortResult, startNow, mapRight, type Outcome, type Result } from '../outcome.ts';
import type { BoxLink, Session } from '../session/session.ts';
import type { Settings } from '../settings/settings.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { BoxChooserState, Boxes } from './boxes.ts';

/**
 * Dependencies of {@link BoxBoxes}: `roster` lists the boxes of the account (A16), `register` creates an account
 * (X102), `join` adds a box (X103).
 */
export interface BoxesDeps {
  readonly listBoxes: () => PortResult<readonly Drive[]>;
  readonly register: (userName: string, password: string, inviteCode: string) => PortResult<unknown>;
  readonly join: (boxId: string, inviteCode: string) => PortResult<unknown>;
  readonly session: Session;
  readonly settings: Settings;
}

/** See {@link Boxes}. */
export class BoxBoxes implements Boxes {
  readonly #deps: BoxesDeps;
  readonly #inner = new State<Omit<BoxChooserState, 'lastBoxId'>>({ loading: false, drives: [], failure: null });
  readonly state$: StateStream<BoxChooserState>;

  constructor(deps: BoxesDeps) {
    this.#deps = deps;
    this.state$ = combine([this.#inner.stream, deps.settings.value$('boxId')], (inner, lastBoxId) => ({
      ...inner,
      lastBoxId,
    }));
  }

  refresh(): Outcome<readonly Drive[]> {
    this.#inner.update((inner) => ({ ...inner, loading: true }));
    return startNow(
      this.#deps.listBoxes().pipe(
        map((result): Result<readonly Drive[]> => {
          if (result._tag === 'Left') {
            this.#inner.update((inner) => ({ ...inner, loading: false, failure: result.left }));
            this.#deps.session.report(result.left);
            return result;
          }
          this.#inner.set({ loading: false, drives: result.right, failure: null });
          return result;
        }),
      ),
    );
  }

  automaticChoice(): Drive | null {
    const { drives, lastBoxId } = this.state$.value;
    const online = drives.filter((drive) => drive.online === 'Y');
    const last = online.find(({ boxId }) => boxId === lastBoxId);
    const [only, other] = online;
    return last ?? (other === undefined ? (only ?? null) : null);
  }

  enterAutomatically(): Outcome<BoxLink | null> {
    return startNow(
      this.refresh().pipe(
        andThen(() => {
          const drive = this.automaticChoice();
          return drive === null ? of<Result<BoxLink | null>>(right(null)) : this.#deps.session.enter(drive);
        }),
      ),
    );
  }

  choose(drive: Drive): Outcome<BoxLink> {
    return this.#deps.session.enter(drive);
  }

  register(userName: string, password: string, inviteCode: string): Outcome<null> {
    return startNow(this.#deps.register(userName.trim(), password, inviteCode.trim()).pipe(mapRight(() => null)));
  }

  join(boxId: string, inviteCode: string): Outcome<null> {
    return startNow(
      this.#deps.join(boxId, inviteCode.trim()).pipe(
        mapRight(() => {
          this.refresh();
          return null;
        }),
      ),
    );
  }
}
