import { checkNickname, checkVerificationCode } from '@boxwood/command-bus/rules';

/** A verification code: six digits (A08). */
export const isCode = (text: string): boolean => checkVerificationCode(text).ok;

/** A nickname of a person or a box: 1 to 20 characters (A11, A18). */
export const isNickname = (text: string): boolean => checkNickname(text).ok;
