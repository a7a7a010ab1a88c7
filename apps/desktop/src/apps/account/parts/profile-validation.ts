import { checkNickname, checkVerificationCode } from '@boxwood/command-bus/rules';

/** Whether the text is a verification code: six digits (A08). */
export const isVerificationCode = (text: string): boolean => checkVerificationCode(text).ok;

/** Whether the text is a nickname of a user or a box: 1 to 20 characters (A11, A18). */
export const isNickname = (text: string): boolean => checkNickname(text).ok;
