import { beginRemoval } from '../../storage/journal/removal-record.ts';
import { startedBy } from './task-journal.ts';
import { runHeavy } from './heavy.ts';
import { checkSource } from './task-checks.ts';
import type { TaskOperation, OperationServices } from './operation.ts';
import { GEN, Refusal, toDisk } from '../../storage/vault/index.ts';

/**
 * REMOVE: deletes a tree permanently (G-67). If stopped midway, the rest remains and is deleted when the task resumes.
 */
export const removeOperation = ({ vault, journal }: OperationServices): TaskOperation => ({
  async check(caller, { source }) {
    const { location, item } = await checkSource(vault, caller, source, 'write');
    if (location.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
    return item;
  },
  async run(run) {
    const { task, caller, progress, signal } = run;
    const location = vault.resolve(caller, task.source, 'write');
    await using entry = await vault.parent(location);
    const name = Buffer.from(toDisk(entry.name));
    const job = { from: entry.folder.path, name };
    const { bytes } = await runHeavy({ ...job, kind: 'measure' }, progress, signal);
    progress.setTotal(bytes);
    run.reportWorking();
    const operation = beginRemoval(journal, { user: task.user, action: 'remove', ...startedBy(task) }, [
      { kind: 'removed', path: task.source },
    ]);
    try {
      await runHeavy({ ...job, kind: 'remove' }, progress, signal);
    } finally {
      operation.commit();
    }
    await entry.folder.sync();
    vault.notifyRemoved(location);
  },
});
