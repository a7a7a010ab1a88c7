import { type ProtectedArea, callerFor, type Location, Refusal, type Vault } from '../../storage/vault/index.ts';
import type { UserSession } from './safe.ts';

export interface RedactedPaths {
  readonly paths: readonly string[];
  /** `.safebox` or `.safe_home`. */
  readonly area: string;
}

/**
 * Redacts paths in the journal and the task list for sessions that have not unlocked the area: shows the area without
 * names.
 */
export class PathRedactor {
  readonly #vault: Vault;
  readonly #isOpen: (session: string, area: ProtectedArea) => boolean;

  /**
   * @param isOpen whether a session has unlocked an area. It must not count as use, or viewing a list would keep an
   * area unlocked.
   */
  constructor(vault: Vault, isOpen: (session: string, area: ProtectedArea) => boolean) {
    this.#vault = vault;
    this.#isOpen = isOpen;
  }

  /**
   * Returns the paths of one record as the session may see them, with the name of the locked area; null when nothing is
   * redacted. A path in a locked area becomes the area itself. Other paths of the record become their folder, because
   * they probably end in the same name.
   */
  redact({ user, session }: UserSession, paths: readonly string[]): RedactedPaths | null {
    const closed = paths.map((path) => this.#lockedRootOf(user, session, path));
    const area = closed.find((root) => root !== null);
    if (area === undefined) return null;
    return {
      paths: closed.map((root, index) => root ?? this.#folderOf(user, paths[index] ?? '')),
      area: area.slice(area.lastIndexOf('/') + 1),
    };
  }

  /** Root of the locked area that contains a path; null when there is none. */
  #lockedRootOf(user: string, session: string, path: string): string | null {
    const location = this.#locationOf(user, path);
    const kind = location?.place.kind;
    if (location === null || (kind !== 'safe' && kind !== 'private')) return null;
    return this.#isOpen(session, kind === 'safe' ? 'safe' : 'home') ? null : rootOf(location);
  }

  /** An internet address has no folder on the box. */
  #folderOf(user: string, path: string): string {
    return this.#locationOf(user, path) === null ? '' : path.slice(0, path.lastIndexOf('/'));
  }

  #locationOf(user: string, path: string): Location | null {
    try {
      return this.#vault.resolve(callerFor(user, ['safe', 'home']), path, 'read');
    } catch (failure) {
      if (failure instanceof Refusal) return null;
      throw failure;
    }
  }
}

const rootOf = ({ key, depth }: Location): string => (depth === 0 ? key : key.split('/').slice(0, -depth).join('/'));
