import type { TypeOf } from '@boxwood/command-bus/codecs';
import { list, oneOf, struct, text } from '@boxwood/command-bus/codecs';
import { FormFile } from '../user/user-model.ts';

/** Kinds of feedback (A22). */
export const ADVICE_TYPES = ['bug', 'advice', 'other'] as const;

/** Feedback with up to four pictures (ACCOUNT-11, SDK-E28); lengths in `checkFeedbackContent`, pictures in `checkPictures`. */
export const Feedback = struct(
  {
    /** `bug`, `advice` or `other`. */
    adviceType: oneOf(ADVICE_TYPES),
    /** Contact for a reply, a mail address or phone number; may be empty. */
    adviceContact: text(0, 100),
    /** Text of the feedback. */
    adviceContent: text(1, 2000),
  },
  {
    /** Up to 4 pictures. */
    files: list(FormFile, 4),
  },
  'Feedback',
);
export type Feedback = TypeOf<typeof Feedback>;
