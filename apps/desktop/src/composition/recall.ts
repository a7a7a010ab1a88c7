import { ListDirect, ListDisks, ListFiles } from '@boxwood/box-sdk';
import { PLACES as PATHS } from '@boxwood/box-sdk/rules';
import { type Client, type CommandSpec, type ResultOf, right } from '@boxwood/command-bus';
import { isConnectionFailure, isFolder, type LineState, type StateStream } from '@boxwood/domain';
import type { Subscription } from 'rxjs';

/** Folders that are remembered: those somebody has just been in. */
const MOST = 60;

/** The volumes of the box have one answer. */
const DISKS = 'disks';

/** What lies behind a second password is not remembered. */
const isClosed = (path: string): boolean =>
  path.split('/').some((part) => part === PATHS.safe || part === PATHS.private);

/** Under what an answer is remembered: a folder by its path, also where only some of it is asked for; null for everything else. */
const keyOf = (command: CommandSpec, params: object): string | null => {
  if (command === ListDisks) return DISKS;
  if (command !== ListFiles && command !== ListDirect) return null;
  const isFirst = 'hasbaseinfo' in params && params.hasbaseinfo === 0;
  if (!isFirst || 'regex' in params || 'type' in params || !('path' in params)) return null;
  return typeof params.path === 'string' && !isClosed(params.path) ? params.path : null;
};

/** Only the folders of a listing, as a picker wants them. */
const foldersOf = (known: unknown): unknown => {
  if (typeof known !== 'object' || known === null || !('file_list' in known) || !Array.isArray(known.file_list))
    return known;
  const folders: readonly unknown[] = known.file_list.filter(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 't' in one && typeof one.t === 'number' && isFolder({ type: one.t }),
  );
  return { ...known, sum: folders.length, file_list: folders };
};

/**
 * A client that remembers, for as long as the page lives, what it was told of folders. While nobody answers a folder that was looked at lately is
 * shown as it was: one can walk around in it, and choose where things go (phone.md, offline).
 */
export class Recall {
  readonly exec: Client['exec'];
  readonly #known = new Map<string, unknown>();
  readonly #following: Subscription;
  #isOld = false;

  /** `renew` is called when the line is back and something was shown from memory. */
  constructor(client: Pick<Client, 'exec'>, line$: StateStream<LineState>, renew: () => void) {
    this.#following = line$.subscribe((line) => {
      if (line !== 'ok' || !this.#isOld) return;
      this.#isOld = false;
      renew();
    });
    this.exec = (command, params, options) => {
      const call = client.exec(command, params, options);
      const key = keyOf(command, params);
      if (key === null) return call;
      const some = 'folderonly' in params;
      return async () => {
        const result = await call();
        if (result._tag === 'Right') {
          if (!some) this.#keep(key, result.right);
          return result;
        }
        const known = this.#known.get(key);
        if (known === undefined || line$.value === 'ok' || !isConnectionFailure(result.left)) return result;
        this.#isOld = true;
        // The same command was answered so about the same folder.
        return right((some ? foldersOf(known) : known) as ResultOf<typeof command>);
      };
    };
  }

  close(): void {
    this.#following.unsubscribe();
  }

  #keep(key: string, answer: unknown): void {
    this.#known.delete(key);
    this.#known.set(key, answer);
    const [first] = this.#known.keys();
    if (this.#known.size > MOST && first !== undefined) this.#known.delete(first);
  }
}
