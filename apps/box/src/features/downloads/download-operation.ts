import { TSK } from '@boxwood/command-bus';
import type { Clock } from '../../platform/clock.ts';
import { startedBy } from '../tasks/task-journal.ts';
import { checkPlainTarget } from '../tasks/task-checks.ts';
import type { TaskOperation, OperationServices } from '../tasks/operation.ts';
import { typeOfName } from '../files/file-type.ts';
import { Refusal } from '../../storage/vault/index.ts';
import { isPublic } from './public-addresses.ts';
import { fetchFile, PART_NAME } from './fetch-file.ts';
import { remoteName } from './remote-name.ts';
import { webAddress } from './open-remote.ts';

export interface DownloadOptions {
  /** Lets downloads reach the box itself and the home network too. */
  readonly allowLan: boolean;
  /** Stall timeout of a connection, and delay before a retry; ms. */
  readonly stallMs?: number;
  readonly retryDelayMs?: number;
  readonly clock: Clock;
}

/**
 * DOWN (X03): downloads a URL into a folder. The name comes from the server; if it is occupied, both files are kept.
 */
export const downloadOperation = (
  { vault, staging, placer, journal }: OperationServices,
  { allowLan, ...timeouts }: DownloadOptions,
): TaskOperation => ({
  async check(caller, { source, target }) {
    const url = webAddress(source);
    if (url === null) throw new Refusal(TSK.badParameter, 'address');
    await checkPlainTarget(vault, caller, target);
    const name = remoteName(url, undefined);
    return { name, type: typeOfName(name), total: 0 };
  },
  async run(run) {
    const { task, caller, progress, signal, isTrusted } = run;
    const url = webAddress(task.source);
    if (url === null) throw new Refusal(TSK.badParameter, 'address');
    const target = vault.resolve(caller, task.target, 'write');
    if (journal.ofTask(task.id) !== null) return staging.discard(task, target);
    const { location, folder } = await staging.open(task, target);
    try {
      run.reportWorking();
      const { name } = await fetchFile({
        url,
        into: folder,
        progress,
        signal,
        isTrusted,
        setName: run.setName,
        ...timeouts,
        reserveSpace: (need) => run.reserveSpace(folder, need),
        availableBytes: () => run.availableBytes(folder),
        mayReach: (address) => allowLan || isPublic(address),
      });
      await placer.place({
        caller,
        from: vault.inside(location, PART_NAME),
        to: vault.child(caller, target, name, 'write'),
        conflict: task.params.conflict ?? 2,
        journal,
        action: 'download',
        task: startedBy(task),
        leftFolderPath: null,
        change: (path, stamp) => ({ kind: 'created', path, stamp }),
      });
    } finally {
      await folder.close();
    }
    await staging.remove(location);
  },
});
