/**
 * Coalesces concurrent requests for one key. A result whose computation began before a request may be outdated, so
 * later callers wait for the next run and share it.
 */
export const shared = <K extends object, A>(ask: (of: K) => Promise<A>): ((of: K) => Promise<A>) => {
  const running = new WeakMap<K, Promise<A>>();
  const waiting = new WeakMap<K, Promise<A>>();
  const begin = (of: K): Promise<A> => {
    const asked = ask(of).finally(() => {
      if (running.get(of) === asked) running.delete(of);
    });
    running.set(of, asked);
    return asked;
  };
  return (of) => {
    const before = running.get(of);
    if (before === undefined) return begin(of);
    const others = waiting.get(of);
    if (others !== undefined) return others;
    const next = before
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        waiting.delete(of);
        return begin(of);
      });
    waiting.set(of, next);
    return next;
  };
};
