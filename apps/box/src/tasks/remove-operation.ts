import { beginRemoval } from '../journal/removal.ts';
import { startedBy } from './book.ts';
import { runHeavy } from './heavy.ts';
import { checkSource } from './checks.ts';
import type { Operation, OperationServices } from './operation.ts';
import { GEN, Refusal, toDisk } from '../vault/index.ts';

/**
 * REMOVE: deletes a tree permanently (G-67). If stopped midway, the rest remains and is deleted when the task resumes.
 */
export const removeOperation = ({ vault, journal }: OperationServices): Operation => ({
  async check(caller, { source }) {
    const { location, item } = await checkSource(vault, caller, source, 'write');
    if (location.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
    return item;
  },
  async run(run) {
    const { task, caller, gauge, signal } = run;
    const location = vault.resolve(caller, task.source, 'write');
    await using entry = await vault.parent(location);
    const name = Buffer.from(toDisk(entry.name));
    const job = { from: entry.folder.path, name };
    const { bytes } = await runHeavy({ ...job, kind: 'measure' }, gauge, signal);
    gauge.expect(bytes);
    run.working();
    const operation = beginRemoval(journal, { user: task.user, action: 'remove', ...startedBy(task) }, [
      { kind: 'removed', path: task.source },
    ]);
    try {
      await runHeavy({ ...job, kind: 'remove' }, gauge, signal);
    } finally {
      operation.commit();
    }
    await entry.folder.sync();
    vault.removed(location);
  },
});
