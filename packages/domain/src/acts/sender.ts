import type { Observable } from 'rxjs';
import type { Result } from '../outcome.ts';
import type { answered } from './answered.ts';
import type { sendAct } from './send.ts';

/** What does kept acts, and what it makes of an answer to its questions. */
export interface Sender {
  readonly sendAct: typeof sendAct;
  readonly answered: typeof answered;
}

/** Brings it, which nobody needs before something has waited. */
export type BringSender = () => Observable<Result<Sender>>;
