import { type Area, callerFor, type Location, Refusal, type Vault } from '../vault/index.ts';
import type { Holder } from './safe.ts';

export interface Veiled {
  readonly paths: readonly string[];
  /** `.safebox` or `.safe_home`. */
  readonly area: string;
}

/** What records of the past (journal, tasks) show of things in an area to a session that has not opened it: the area, no names. */
export class Veil {
  readonly #vault: Vault;
  readonly #isOpen: (session: string, area: Area) => boolean;

  /** @param isOpen whether a session has an area open; asking is no use of it: whoever looks at a list must not keep an area from closing */
  constructor(vault: Vault, isOpen: (session: string, area: Area) => boolean) {
    this.#vault = vault;
    this.#isOpen = isOpen;
  }

  /**
   * The paths of one record as the session may see them, and the name of the closed area that they lead into; null when they may stay as they
   * are. A path in a closed area is that area's own, and any other one its folder, because it is likely to end in the same name.
   */
  over({ user, session }: Holder, paths: readonly string[]): Veiled | null {
    const closed = paths.map((path) => this.#closed(user, session, path));
    const area = closed.find((root) => root !== null);
    if (area === undefined) return null;
    return {
      paths: closed.map((root, at) => root ?? this.#folderOf(user, paths[at] ?? '')),
      area: area.slice(area.lastIndexOf('/') + 1),
    };
  }

  /** The root of the closed area that a path leads into. */
  #closed(user: string, session: string, path: string): string | null {
    const location = this.#at(user, path);
    const kind = location?.place.kind;
    if (location === null || (kind !== 'safe' && kind !== 'private')) return null;
    return this.#isOpen(session, kind === 'safe' ? 'safe' : 'home') ? null : rootOf(location);
  }

  /** An address on the internet has no folder of ours. */
  #folderOf(user: string, path: string): string {
    return this.#at(user, path) === null ? '' : path.slice(0, path.lastIndexOf('/'));
  }

  #at(user: string, path: string): Location | null {
    try {
      return this.#vault.resolve(callerFor(user, ['safe', 'home']), path, 'read');
    } catch (failure) {
      if (failure instanceof Refusal) return null;
      throw failure;
    }
  }
}

const rootOf = ({ key, depth }: Location): string => (depth === 0 ? key : key.split('/').slice(0, -depth).join('/'));
