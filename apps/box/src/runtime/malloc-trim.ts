import { DatabaseSync } from 'node:sqlite';

/**
 * Gives back what the C library holds free between what is in use (malloc_trim(3), glibc): by itself it gives back the end of its heap only, and one
 * small block at the end keeps tens of megabytes. Node has no way to call a function of a library but this: SQLite opens the library and calls the
 * function as if it were its own, with a pointer, which `malloc_trim` takes for how much to leave at the end of the heap. It returns 1 where it gave
 * something back, which SQLite takes for an error. Elsewhere than with glibc nothing happens. It takes some milliseconds.
 */
export const mallocTrim = (): void => {
  const caller = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    caller.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // It gave something back, or there is no such library.
  } finally {
    caller.close();
  }
};
