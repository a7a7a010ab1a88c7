/** A part of the design system that is loaded on first use, so that the first paint does not wait for it. */
export interface Later<T> {
  /** The module, or null while it is not loaded. */
  readonly here: () => T | null;
  /** Loads the module once; after a failure the next call tries again. */
  readonly load: () => Promise<T>;
  /** Calls back when the module is loaded. Returns a function that unsubscribes. */
  readonly whenHere: (listener: (part: T) => void) => () => void;
}

/** Wraps a dynamic import as a lazy module. */
export const later = <T>(fetch: () => Promise<T>): Later<T> => {
  const listeners = new Set<(part: T) => void>();
  let arrived: { readonly part: T } | null = null;
  let coming: Promise<T> | null = null;
  return {
    here: () => arrived?.part ?? null,
    load: () => {
      coming ??= fetch().then(
        (part) => {
          arrived = { part };
          for (const listener of [...listeners]) listener(part);
          return part;
        },
        (cause: unknown) => {
          coming = null;
          throw cause;
        },
      );
      return coming;
    },
    whenHere: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
