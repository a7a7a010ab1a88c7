/**
 * Technical terms that must not appear in texts for users, with their Chinese forms. `message-catalogues.test.ts`
 * checks the catalogues; `tests/browser/plain-language-check.ts` checks the screens, which also contain texts from the box.
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

/** Returns true when a text contains a term of {@link FORBIDDEN}. */
export const hasJargon = (text: string): boolean => FORBIDDEN.some((term) => term.test(text));
