import type { Location, Vault } from '../vault/index.ts';
import type { ChangeFeed } from './change-feed.ts';

/** Limit of folders whose last state is remembered. */
const MAX_REMEMBERED_FOLDERS = 1024;

/**
 * Polls folders that inotify cannot watch (removable volumes, and volumes with more folders than the system can watch),
 * only while a client waits for their changes. Detects created and deleted names, but not writes to existing files.
 */
export class PolledFolders {
  readonly #vault: Pick<Vault, 'probe'>;
  readonly #changes: Pick<ChangeFeed, 'folder'>;
  readonly #fingerprints = new Map<string, string>();

  constructor(vault: Pick<Vault, 'probe'>, changes: Pick<ChangeFeed, 'folder'>) {
    this.#vault = vault;
    this.#changes = changes;
  }

  async poll(locations: readonly Location[]): Promise<void> {
    // An unreachable server would delay the response for all other folders.
    const local = locations.filter(({ volume }) => volume.kind !== 'network');
    await Promise.all(local.map((location) => this.#pollFolder(location)));
  }

  async #pollFolder(location: Location): Promise<void> {
    const { key } = location;
    const stat = await this.#vault.probe(location);
    const fingerprint = stat === undefined ? 'gone' : `${stat.ino} ${stat.mtimeMs}`;
    const previous = this.#fingerprints.get(key);
    this.#fingerprints.delete(key);
    this.#fingerprints.set(key, fingerprint);
    if (previous !== undefined && previous !== fingerprint) this.#changes.folder(key);
    const [oldest] = this.#fingerprints.keys();
    if (this.#fingerprints.size > MAX_REMEMBERED_FOLDERS && oldest !== undefined) this.#fingerprints.delete(oldest);
  }
}
