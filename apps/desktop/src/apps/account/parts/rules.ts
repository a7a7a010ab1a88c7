/** A verification code: six digits (A08). */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** A nickname of a person or a box: 1 to 20 characters (A11, A18). */
export const isNickname = (text: string): boolean => {
  const length = Array.from(text.trim()).length;
  return length >= 1 && length <= 20;
};
