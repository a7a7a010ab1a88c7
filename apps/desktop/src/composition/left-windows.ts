import type { DesktopWindow } from '@boxwood/domain';

/**
 * The windows of an expired session, restored when the same user signs in again. They are held only in memory of this
 * tab, because their paths are private. A sign-in by another user discards them.
 */
export class LeftWindows {
  #left: { readonly username: string; readonly windows: readonly DesktopWindow[] } | null = null;

  keep(username: string, windows: readonly DesktopWindow[]): void {
    this.#left = { username, windows };
  }

  /** Returns the windows once, and only to the same user. */
  take(username: string): readonly DesktopWindow[] {
    const left = this.#left;
    this.#left = null;
    return left?.username === username ? left.windows : [];
  }
}
