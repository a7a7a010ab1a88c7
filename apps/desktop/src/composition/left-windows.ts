import type { DesktopWindow } from '@boxwood/domain';

/**
 * The windows of a session that ended by itself, for the return of whoever it was: in the memory of this tab alone, because the paths in them are
 * nobody else's business. Somebody else who signs in meanwhile takes them away.
 */
export class LeftWindows {
  #left: { readonly username: string; readonly windows: readonly DesktopWindow[] } | null = null;

  keep(username: string, windows: readonly DesktopWindow[]): void {
    this.#left = { username, windows };
  }

  /** Once, and for the same person. */
  take(username: string): readonly DesktopWindow[] {
    const left = this.#left;
    this.#left = null;
    return left?.username === username ? left.windows : [];
  }
}
