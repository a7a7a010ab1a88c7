/** Values that this tab keeps across a reload (session storage). A browser without storage keeps nothing. */
export const tabStorage = {
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
      // Full or forbidden: the next load starts without the value.
    }
  },
};
