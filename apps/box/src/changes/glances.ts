import type { Location, Vault } from '../vault/index.ts';
import type { Changes } from './changes.ts';

/** Folders whose last sight is remembered. */
const REMEMBERED = 1024;

/**
 * Folders of which no watcher tells: those of sticks, and of a volume with more folders than the system watches. They are looked at while
 * somebody waits for them. Names that come and go are seen, what is written into a file is not.
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
    // A server that does not answer would hold up who waits for everything else.
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
