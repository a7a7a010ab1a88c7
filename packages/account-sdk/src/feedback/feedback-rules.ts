/** Rules of the feedback form (ACCOUNT-12, G-69). */
export { checkFeedbackContact, checkFeedbackContent, checkPicture, checkPictures } from '@boxwood/command-bus/rules';
