import { TSK } from '@boxwood/command-bus';
import type { Clock } from '../clock.ts';
import { startedBy } from '../tasks/book.ts';
import { checkPlainTarget } from '../tasks/checks.ts';
import type { Operation, OperationServices } from '../tasks/operation.ts';
import { typeOfName } from '../files/file-type.ts';
import { Refusal } from '../vault/index.ts';
import { isPublic } from './addresses.ts';
import { fetchFile, PART } from './fetch-file.ts';
import { remoteName } from './names.ts';
import { webAddress } from './remote.ts';

export interface DownloadOptions {
  /** Lets downloads reach the box itself and the home network too. */
  readonly allowLan: boolean;
  /** Stall timeout of a connection, and delay before a retry; ms. */
  readonly stallMs?: number;
  readonly pauseMs?: number;
  readonly clock: Clock;
}

/**
 * DOWN (X03): downloads a URL into a folder. The name comes from the server; if it is occupied, both files are kept.
 */
export const downloadOperation = (
  { vault, staging, placer, journal }: OperationServices,
  { allowLan, ...patience }: DownloadOptions,
): Operation => ({
  async check(caller, { source, target }) {
    const url = webAddress(source);
    if (url === null) throw new Refusal(TSK.badParameter, 'address');
    await checkPlainTarget(vault, caller, target);
    const name = remoteName(url, undefined);
    return { name, type: typeOfName(name), total: 0 };
  },
  async run(run) {
    const { task, caller, gauge, signal, trusted } = run;
    const url = webAddress(task.source);
    if (url === null) throw new Refusal(TSK.badParameter, 'address');
    const target = vault.resolve(caller, task.target, 'write');
    if (journal.ofTask(task.id) !== null) return staging.discard(task, target);
    const { location, folder } = await staging.open(task, target);
    try {
      run.working();
      const { name } = await fetchFile({
        url,
        into: folder,
        gauge,
        signal,
        trusted,
        named: run.named,
        ...patience,
        claim: (need) => run.claim(folder, need),
        room: () => run.room(folder),
        mayReach: (address) => allowLan || isPublic(address),
      });
      await placer.place({
        caller,
        from: vault.inside(location, PART),
        to: vault.child(caller, target, name, 'write'),
        conflict: task.params.conflict ?? 2,
        journal,
        action: 'download',
        by: startedBy(task),
        leaves: null,
        change: (path, stamp) => ({ kind: 'created', path, stamp }),
      });
    } finally {
      await folder.close();
    }
    await staging.remove(location);
  },
});
