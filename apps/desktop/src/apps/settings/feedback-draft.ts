import { type AdviceType, State } from '@boxwood/domain';
import { lazyService } from '../../platform/react/lazy-service.ts';

/** Unsent feedback of the user. */
export interface FeedbackDraft {
  readonly kind: AdviceType;
  readonly contact: string;
  readonly content: string;
  readonly files: readonly File[];
}

export const EMPTY_FEEDBACK: FeedbackDraft = { kind: 'bug', contact: '', content: '', files: [] };

/** The draft survives closing the form until sign-out. It is held in the memory of this tab only. */
export const useFeedbackDraft = lazyService('FeedbackDraft', [], () => new State(EMPTY_FEEDBACK));
