import type { Observable } from 'rxjs';
import type { Result } from '../outcome.ts';
import type { applyAnswer } from './apply-answer.ts';
import type { sendAction } from './send-action.ts';

/** Sends pending actions and applies the user's answers. */
export interface ActionSender {
  readonly sendAction: typeof sendAction;
  readonly applyAnswer: typeof applyAnswer;
}

/** Loads the lazy {@link ActionSender} when the first action is pending. */
export type LoadActionSender = () => Observable<Result<ActionSender>>;
