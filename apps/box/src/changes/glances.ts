import type { Location, Vault } from '../vault/index.ts';
import type { Changes } from './changes.ts';

/** Limit of folders whose last state is remembered. */
const REMEMBERED = 1024;

/**
 * Polls folders that inotify cannot watch (removable volumes, and volumes with more folders than the system can watch),
 * only while a client waits for their changes. Detects created and deleted names, but not writes to existing files.
 */
export class Glances {
  readonly #vault: Pick<Vault, 'glance'>;
  readonly #changes: Pick<Changes, 'folder'>;
  readonly #seen = new Map<string, string>();

  constructor(vault: Pick<Vault, 'glance'>, changes: Pick<Changes, 'folder'>) {
    this.#vault = vault;
    this.#changes = changes;
  }

  async look(locations: readonly Location[]): Promise<void> {
    // An unreachable server would delay the response for all other folders.
    const near = locations.filter(({ volume }) => volume.kind !== 'network');
    await Promise.all(near.map((location) => this.#look(location)));
  }

  async #look(location: Location): Promise<void> {
    const { key } = location;
    const stat = await this.#vault.glance(location);
    const sight = stat === undefined ? 'gone' : `${stat.ino} ${stat.mtimeMs}`;
    const before = this.#seen.get(key);
    this.#seen.delete(key);
    this.#seen.set(key, sight);
    if (before !== undefined && before !== sight) this.#changes.folder(key);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
  }
}
