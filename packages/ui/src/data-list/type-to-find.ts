/** How long a pause ends the word being typed, ms. */
const PAUSE = 800;

/**
 * Finds by the first letters. Typing on narrows the word; the same letter again goes to the next item that starts
 * with it. The clock comes from the event (`timeStamp`), so a test needs no timer.
 */
export function createTypeToFind() {
  let typed = '';
  let last = -Infinity;
  return {
    /** Whether a Space belongs to the word. */
    typing: (now: number): boolean => typed !== '' && now - last < PAUSE,
    /** @returns the index to go to, or -1 */
    find(
      letter: string,
      now: number,
      count: number,
      textsAt: (index: number) => readonly string[],
      from: number,
    ): number {
      const fresh = now - last >= PAUSE;
      typed = (fresh ? '' : typed) + letter.toLocaleLowerCase();
      last = now;
      const first = Array.from(typed)[0] ?? '';
      const repeated = typed === first.repeat(typed.length / first.length);
      const word = repeated ? first : typed;
      const start = fresh || repeated ? from + 1 : Math.max(0, from);
      for (let step = 0; step < count; step += 1) {
        const index = (start + step) % count;
        if (textsAt(index).some((text) => text.toLocaleLowerCase().startsWith(word))) return index;
      }
      return -1;
    },
  };
}
