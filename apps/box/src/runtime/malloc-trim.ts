import { DatabaseSync } from 'node:sqlite';

/**
 * Returns free heap memory to the system (malloc_trim(3), glibc). By itself glibc frees only the end of its heap, so
 * one small block there can hold tens of MB. Node cannot call a C function, so SQLite loads the library and calls
 * `malloc_trim` as an extension entry point; the pointer it passes is read as the padding to leave. A result of 1
 * (memory was released) is an error to SQLite. No effect without glibc. Takes some milliseconds.
 */
export const mallocTrim = (): void => {
  const caller = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    caller.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // Memory was released, or there is no such library.
  } finally {
    caller.close();
  }
};
