/** Pause after which typing starts a new search, in ms. */
const TYPING_PAUSE_MS = 800;

/**
 * Type-ahead by the first letters. Further letters narrow the search; repeating one letter moves to the next match.
 * Time comes from the event (`timeStamp`), so tests need no timer.
 */
export function createTypeAhead() {
  let typed = '';
  let last = -Infinity;
  return {
    /** Whether a Space belongs to the text being typed. */
    isTyping: (now: number): boolean => typed !== '' && now - last < TYPING_PAUSE_MS,
    /** @returns the index of the match, or -1 */
    find(
      letter: string,
      now: number,
      count: number,
      textsAt: (index: number) => readonly string[],
      from: number,
    ): number {
      const isNew = now - last >= TYPING_PAUSE_MS;
      typed = (isNew ? '' : typed) + letter.toLocaleLowerCase();
      last = now;
      const first = Array.from(typed)[0] ?? '';
      const repeated = typed === first.repeat(typed.length / first.length);
      const prefix = repeated ? first : typed;
      const start = isNew || repeated ? from + 1 : Math.max(0, from);
      for (let step = 0; step < count; step += 1) {
        const index = (start + step) % count;
        if (textsAt(index).some((text) => text.toLocaleLowerCase().startsWith(prefix))) return index;
      }
      return -1;
    },
  };
}
