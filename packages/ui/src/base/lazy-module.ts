/** A part of the design system that is loaded on first use, so that the first paint does not wait for it. */
export interface LazyModule<T> {
  /** The module, or null while it is not loaded. */
  readonly current: () => T | null;
  /** Loads the module once; after a failure the next call tries again. */
  readonly load: () => Promise<T>;
  /** Calls back when the module is loaded. Returns a function that unsubscribes. */
  readonly onLoaded: (listener: (module: T) => void) => () => void;
}

/** Wraps a dynamic import as a lazy module. */
export const createLazyModule = <T>(importModule: () => Promise<T>): LazyModule<T> => {
  const listeners = new Set<(module: T) => void>();
  let loaded: { readonly module: T } | null = null;
  let pending: Promise<T> | null = null;
  return {
    current: () => loaded?.module ?? null,
    load: () => {
      pending ??= importModule().then(
        (module) => {
          loaded = { module };
          for (const listener of [...listeners]) listener(module);
          return module;
        },
        (cause: unknown) => {
          pending = null;
          throw cause;
        },
      );
      return pending;
    },
    onLoaded: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
