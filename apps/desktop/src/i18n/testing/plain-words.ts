/**
 * What belongs to the machine or the protocol and is nobody's word at home, with what stands for it in Chinese. The catalogues are read for it
 * (`plain-words.test.ts`), and so are the screens, where names come together with what the box says (`tests/browser/plain-words.ts`).
 */
const FORBIDDEN: readonly RegExp[] = [
  /\/mnt\b|\busb\d|\.safebox|\.safe_home|\bifb0\b/i,
  /task submitted|任务已提交/i,
  /HTTP shares?|HTTP ?分享/i,
  /extraction|package name/i,
  /terminal|终端/i,
  /\b(un)?bind\b|\bnot bound\b|is bound|绑定/i,
  /\b0000\b/,
  /\bTODO\b|undefined|\[object|\bNaN\b/,
  /\blog ?out\b|Personal Center/i,
];

/** Whether a text has a word of {@link FORBIDDEN} in it. */
export const isForeign = (text: string): boolean => FORBIDDEN.some((word) => word.test(text));
