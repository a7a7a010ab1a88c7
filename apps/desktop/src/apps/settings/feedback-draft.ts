import { type AdviceType, State } from '@boxwood/domain';
import { lateService } from '../../react/late-service.ts';

/** Unsent feedback of the user. */
export interface FeedbackDraft {
  readonly kind: AdviceType;
  readonly contact: string;
  readonly content: string;
  readonly files: readonly File[];
}

export const NO_FEEDBACK: FeedbackDraft = { kind: 'bug', contact: '', content: '', files: [] };

/** The draft survives closing the form until sign-out. It is held in the memory of this tab only. */
export const useFeedbackDraft = lateService('FeedbackDraft', [], () => new State(NO_FEEDBACK));
