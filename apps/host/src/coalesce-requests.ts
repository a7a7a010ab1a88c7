/**
 * Coalesces concurrent requests for one key. A result whose computation began before a request may be outdated, so
 * later callers wait for the next run and share it.
 */
export const coalesceRequests = <K extends object, A>(compute: (key: K) => Promise<A>): ((key: K) => Promise<A>) => {
  const running = new WeakMap<K, Promise<A>>();
  const waiting = new WeakMap<K, Promise<A>>();
  const start = (key: K): Promise<A> => {
    const result = compute(key).finally(() => {
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return result;
  };
  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const pending = waiting.get(key);
    if (pending !== undefined) return pending;
    const next = current
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        waiting.delete(key);
        return start(key);
      });
    waiting.set(key, next);
    return next;
  };
};
