import { type AdviceType, State } from '@boxwood/domain';
import { lateService } from '../../react/late-service.ts';

/** What somebody has written to those who make the box, and not sent. */
export interface FeedbackDraft {
  readonly kind: AdviceType;
  readonly contact: string;
  readonly content: string;
  readonly files: readonly File[];
}

export const NO_FEEDBACK: FeedbackDraft = { kind: 'bug', contact: '', content: '', files: [] };

/** The draft is there again when the form is opened again, as long as the sign-in lasts, and in the memory of this tab alone. */
export const useFeedbackDraft = lateService('FeedbackDraft', [], () => new State(NO_FEEDBACK));
