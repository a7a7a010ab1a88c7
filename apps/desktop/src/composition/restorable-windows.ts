import type { DesktopWindow } from '@boxwood/domain';

/**
 * The windows of an expired session, restored when the same user signs in again. They are held only in memory of this
 * tab, because their paths are private. A sign-in by another user discards them.
 */
export class RestorableWindows {
  #stored: { readonly username: string; readonly windows: readonly DesktopWindow[] } | null = null;

  store(username: string, windows: readonly DesktopWindow[]): void {
    this.#stored = { username, windows };
  }

  /** Returns the windows once, and only to the same user. */
  consume(username: string): readonly DesktopWindow[] {
    const stored = this.#stored;
    this.#stored = null;
    return stored?.username === username ? stored.windows : [];
  }
}
