import { Progress } from '../../runtime/progress.ts';
import {
  type Caller,
  type Folder,
  type Location,
  BOX_FILE_PREFIX as SCRATCH,
  Refusal,
  toDisk,
  type Vault,
  type Volume,
} from '../../storage/vault/index.ts';
import { runHeavy } from './heavy.ts';
import type { Task } from './task-model.ts';

const PREFIX = 'task-';

/**
 * A task's hidden folder on the volume of its target; finished items leave it by rename, so that no partial result is
 * visible.
 */
export class Staging {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Opens the folder for what `task` puts at `target`; creates it if missing. */
  async open(
    task: Pick<Task, 'id'>,
    target: Location,
  ): Promise<{ readonly location: Location; readonly folder: Folder }> {
    const location = this.#vault.inside(this.#vault.scratchOf(target), `${PREFIX}${task.id}`);
    await this.#vault.makeFolder(location);
    return { location, folder: await this.#vault.folder(location) };
  }

  /** Size of the contents of an open staging folder, in bytes. */
  async bytes(folder: Folder, signal: AbortSignal): Promise<number> {
    let sum = 0;
    for (const name of await folder.names()) {
      const job = { kind: 'measure', from: folder.path, name: Buffer.from(toDisk(name)) } as const;
      sum += (await runHeavy(job, new Progress(), signal)).bytes;
    }
    return sum;
  }

  /** Removes the folder of a task that was complete when the box crashed. */
  async discard(task: Pick<Task, 'id'>, target: Location): Promise<void> {
    await this.remove(this.#vault.inside(this.#vault.scratchOf(target), `${PREFIX}${task.id}`));
  }

  /** Removes the folder of a task, for every path it may have been made for. */
  async clear(caller: Caller, task: Task): Promise<void> {
    const paths = new Set([task.target, ...(task.params.turn?.moves.map((move) => move.to) ?? [])]);
    for (const path of paths) {
      if (path === '') continue;
      try {
        await this.remove(
          this.#vault.inside(this.#vault.scratchOf(this.#vault.resolve(caller, path, 'read')), `${PREFIX}${task.id}`),
        );
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure; // A disconnected disk has no staging folder to remove.
      }
    }
    // A revoked right hides the task's target but not the staging folder of its volume, so every volume is checked.
    for (const volume of this.#vault.volumes)
      if (volume.kind === 'data' && !volume.readonly)
        await this.remove(this.#vault.inside(this.#vault.scratchOfVolume(volume), `${PREFIX}${task.id}`));
  }

  /** Removes a staged item and everything in it. */
  async remove(location: Location): Promise<void> {
    if ((await this.#vault.lstat(location)) === undefined) return;
    await using entry = await this.#vault.parent(location);
    const name = Buffer.from(toDisk(entry.name));
    await runHeavy({ kind: 'remove', from: entry.folder.path, name }, new Progress(), new AbortController().signal);
  }

  /** Removes folders of unknown tasks from every volume. */
  async sweep(known: (id: string) => boolean): Promise<void> {
    for (const volume of this.#vault.volumes) {
      if (volume.readonly) continue;
      await using root = await volume.open([]);
      const bases = volume.kind === 'data' ? [[]] : (await root.names()).map((name) => [name]);
      for (const base of bases) await this.#sweepIn(volume, [...base, SCRATCH], known);
    }
  }

  async #sweepIn(volume: Volume, below: readonly string[], known: (id: string) => boolean): Promise<void> {
    const scratch = await volume.open(below).catch(() => null);
    if (scratch === null) return;
    try {
      for (const name of await scratch.names()) {
        if (!name.startsWith(PREFIX) || known(name.slice(PREFIX.length))) continue;
        await runHeavy(
          { kind: 'remove', from: scratch.path, name: Buffer.from(toDisk(name)) },
          new Progress(),
          new AbortController().signal,
        );
      }
    } finally {
      await scratch.close();
    }
  }
}
