import { TSK } from '@boxwood/command-bus';
import { Progress } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { needsTask } from '../../storage/journal/journal-change.ts';
import type { JournalChange } from '../../storage/journal/journal.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import { type Caller, type Location, Refusal, toDisk, type Vault } from '../../storage/vault/index.ts';
import { checkSource, checkTarget } from './task-checks.ts';
import { runHeavy } from './heavy.ts';
import type { TaskOperation, OperationServices, OperationRun } from './operation.ts';
import { notePlacing, placedBefore, removeSource, sameVolume } from './task-sources.ts';
import { taskJournalFor, startedBy } from './task-journal.ts';

/**
 * COPY and MOVE of one item into a folder. A move within a file system is a rename. Everything else is staged on the
 * target's volume, synced and renamed into place; a move then deletes the source, except what changed meanwhile.
 */
export const transferOperation = (services: OperationServices): TaskOperation => {
  const { vault, placer, staging } = services;

  const transferItem = async (run: OperationRun, from: Location, to: Location): Promise<void> => {
    const { task, caller, progress, signal } = run;
    const move = task.cmd === 'MOVE';
    const taskJournal = taskJournalFor(services.journal, task);
    const placing = {
      caller,
      to,
      task: startedBy(task),
      journal: taskJournal.journal,
      action: move ? 'move' : 'copy',
    } as const;
    const conflict = task.params.turn === undefined ? (task.params.conflict ?? 1) : null;
    const sourceWire = (below: readonly string[]): string => [from.wire, ...below].join('/');
    const done = taskJournal.recorded();

    const sourceExists = (await vault.lstat(from)) !== undefined;
    // Renamed as a whole: anything under the old name now is another item. A merge continues with what it left.
    const renamed = done?.some((change) => change.kind === 'moved' && change.from === from.wire) === true;
    if (move && done !== null && (renamed || !sourceExists)) return staging.discard(task, to);
    if (move && sourceExists && (await sameVolume(vault, from, to))) {
      await placer.place({
        ...placing,
        from,
        conflict,
        change: (target, stamp, below) => ({ kind: 'moved', from: sourceWire(below), to: target, stamp }),
        leftFolderPath: sourceWire,
      });
      return;
    }

    await using entry = await vault.parent(from);
    const source = { from: entry.folder.path, name: Buffer.from(toDisk(entry.name)) };
    const { location, folder } = await staging.open(task, to);
    try {
      const item = vault.inside(location, 'item');
      const staged = (await vault.lstat(item)) !== undefined;
      let placed: Location | null;
      // A placed item has left the staging folder; an interrupted merge is still there and continues.
      if (!staged && (done !== null || (await placedBefore(services, run, folder, from, to))))
        placed = done === null ? to : placedAt(vault, caller, done, to);
      else {
        const { bytes } = await runHeavy({ ...source, kind: 'measure' }, new Progress(), signal);
        progress.setTotal(progress.total - task.total + bytes);
        // What an earlier run staged is on the disk already.
        const missing = done === null ? bytes - (task.boot === '' ? 0 : await staging.bytes(folder, signal)) : 0;
        await run.reserveSpace(folder, () => Math.min(missing, progress.total - progress.done));
        run.reportWorking();
        if (done === null)
          await runHeavy({ ...source, kind: 'copy', staging: folder.path, trusted: run.isTrusted }, progress, signal);
        if ((await vault.lstat(item)) === undefined) throw new OperationFailed(OPS.unsafePath, 'nothing to copy');
        await notePlacing(run, folder);
        const left = await entry.folder.lstatExactName(entry.name);
        const was = left === undefined ? {} : { was: stampOf(left) };
        placed = (
          await placer.place({
            ...placing,
            from: item,
            conflict,
            change: (target, stamp, below, tree) =>
              move
                ? { kind: 'carried', from: sourceWire(below), to: target, stamp, ...(below.length === 0 ? was : {}) }
                : { kind: 'created', path: target, stamp, ...(tree === undefined ? {} : { tree }) },
            leftFolderPath: null,
          })
        ).to;
      }
      if (move && placed !== null) {
        await removeSource(vault, entry.folder, source, placed, signal);
        vault.notifyRemoved(from);
      }
    } finally {
      await folder.close();
    }
    await staging.remove(location);
  };

  return {
    async check(caller, { cmd, source, target, params }) {
      const { location, item } = await checkSource(vault, caller, source, cmd === 'MOVE' ? 'write' : 'read');
      if (params.turn !== undefined) return item;
      const into = await checkTarget(vault, caller, target);
      const to = vault.child(caller, into, location.name, 'write');
      // Into itself; onto itself; or replacing a folder by something inside it, which would delete the item itself.
      const isOntoItself = to.key === location.key && !(cmd === 'COPY' && params.conflict === 2);
      if (location.contains(into) || isOntoItself || (to.contains(location) && to.key !== location.key))
        throw new Refusal(TSK.overlap);
      await using entry = await vault.parent(location);
      await vault.checkSafeAllowsMove(location, entry.folder, to);
      return item;
    },
    async run(run) {
      const { task, caller } = run;
      const intent = task.cmd === 'MOVE' ? 'write' : 'read';
      if (task.params.turn === undefined) {
        const from = vault.resolve(caller, task.source, intent);
        await transferItem(run, from, vault.resolve(caller, `${task.target}/${from.name}`, 'write'));
        return;
      }
      for (const { from, to } of task.params.turn.moves)
        await transferItem(run, vault.resolve(caller, from, intent), vault.resolve(caller, to, 'write'));
    },
  };
};

/** Where an earlier run placed the item: under its own name or, with "keep both", under another. */
function placedAt(vault: Vault, caller: Caller, changes: readonly JournalChange[], to: Location): Location {
  const whole = changes.filter(needsTask);
  const [only] = whole;
  return whole.length === 1 && only !== undefined && !only.to.startsWith(`${to.wire}/`)
    ? vault.resolve(caller, only.to, 'write')
    : to;
}
