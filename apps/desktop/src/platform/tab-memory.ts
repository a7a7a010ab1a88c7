/** What this tab remembers over a reload, and nothing longer. A browser that keeps nothing forgets. */
export const tabMemory = {
  read: (key: string): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (key: string, value: string): void => {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // Full or forbidden: the next load begins at the beginning.
    }
  },
};
