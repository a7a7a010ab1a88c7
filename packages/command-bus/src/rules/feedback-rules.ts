/** The feedback form (ACCOUNT-11, ACCOUNT-12, G-69) and other pictures that users send. */
import { countCharacters } from './count-characters.ts';
import { failed, passed, unless } from './verdict.ts';

/** CONST-46: four pictures of two megabytes; G-69: lengths of the texts. */
export const FEEDBACK = { images: 4, imageBytes: 2 * 1024 * 1024, contentMax: 500, contactMax: 50 } as const;

/** A picture selected in the form, before it is sent. */
export interface FeedbackPicture {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** VALID-54, VALID-56: one picture of the form, also an avatar (A10). */
export const checkPicture = ({ name, size }: FeedbackPicture) => {
  if (!/.\.(jpe?g|png)$/i.test(name)) return failed('feedback.imageType', { name });
  return size > FEEDBACK.imageBytes ? failed('feedback.imageSize', { name, mb: 2 }) : passed;
};

/** VALID-54, VALID-55, VALID-56: all pictures of the form. */
export const checkPictures = (pictures: readonly FeedbackPicture[]) => {
  if (pictures.length > FEEDBACK.images) return failed('feedback.imageCount', { max: FEEDBACK.images });
  for (const picture of pictures) {
    const verdict = checkPicture(picture);
    if (!verdict.ok) return verdict;
  }
  return passed;
};

export const checkFeedbackContent = (text: string) => {
  const length = countCharacters(text.trim());
  return length < 1 || length > FEEDBACK.contentMax
    ? failed('feedback.contentLength', { max: FEEDBACK.contentMax })
    : passed;
};

export const checkFeedbackContact = (text: string) =>
  unless(countCharacters(text) <= FEEDBACK.contactMax, 'feedback.contactLength');
