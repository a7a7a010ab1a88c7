import type { Observable } from 'rxjs';
import type { Result } from '../outcome.ts';
import type { answered } from './answered.ts';
import type { sendAct } from './send.ts';

/** Sends pending actions and applies the user's answers. */
export interface Sender {
  readonly sendAct: typeof sendAct;
  readonly answered: typeof answered;
}

/** Loads the lazy {@link ActionSender} when the first action is pending. */
export type BringSender = () => Observable<Result<Sender>>;
