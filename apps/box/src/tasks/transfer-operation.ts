import { TSK } from '@boxwood/command-bus';
import { Gauge } from '../runtime/gauge.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { isHeavy } from '../journal/change.ts';
import type { Change } from '../journal/journal.ts';
import { stampOf } from '../journal/stamp.ts';
import { type Caller, type Location, Refusal, toDisk, type Vault } from '../vault/index.ts';
import { checkSource, checkTarget } from './checks.ts';
import { runHeavy } from './heavy.ts';
import type { Operation, OperationServices, Run } from './operation.ts';
import { notePlacing, placedBefore, removeSource, sameVolume } from './sources.ts';
import { bookFor, startedBy } from './book.ts';

/**
 * COPY and MOVE of one item into a folder. A move within a file system is a rename. Everything else is staged on the
 * target's volume, synced and renamed into place; a move then deletes the source, except what changed meanwhile.
 */
export const transferOperation = (services: OperationServices): Operation => {
  const { vault, placer, staging } = services;

  const carry = async (run: Run, from: Location, to: Location): Promise<void> => {
    const { task, caller, gauge, signal } = run;
    const move = task.cmd === 'MOVE';
    const book = bookFor(services.journal, task);
    const placing = { caller, to, by: startedBy(task), journal: book.journal, action: move ? 'move' : 'copy' } as const;
    const conflict = task.params.turn === undefined ? (task.params.conflict ?? 1) : null;
    const sourceWire = (below: readonly string[]): string => [from.wire, ...below].join('/');
    const done = book.recorded();

    const sourceThere = (await vault.lstat(from)) !== undefined;
    // Renamed as a whole: anything under the old name now is another item. A merge continues with what it left.
    const renamed = done?.some((change) => change.kind === 'moved' && change.from === from.wire) === true;
    if (move && done !== null && (renamed || !sourceThere)) return staging.discard(task, to);
    if (move && sourceThere && (await sameVolume(vault, from, to))) {
      await placer.place({
        ...placing,
        from,
        conflict,
        change: (target, stamp, below) => ({ kind: 'moved', from: sourceWire(below), to: target, stamp }),
        leaves: sourceWire,
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
        const { bytes } = await runHeavy({ ...source, kind: 'measure' }, new Gauge(), signal);
        gauge.expect(gauge.total - task.total + bytes);
        // What an earlier run staged is on the disk already.
        const missing = done === null ? bytes - (task.boot === '' ? 0 : await staging.bytes(folder, signal)) : 0;
        await run.claim(folder, () => Math.min(missing, gauge.total - gauge.done));
        run.working();
        if (done === null)
          await runHeavy({ ...source, kind: 'copy', staging: folder.path, trusted: run.trusted }, gauge, signal);
        if ((await vault.lstat(item)) === undefined) throw new OperationFailed(OPS.unsafePath, 'nothing to copy');
        await notePlacing(run, folder);
        const left = await entry.folder.lstatExact(entry.name);
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
            leaves: null,
          })
        ).to;
      }
      if (move && placed !== null) {
        await removeSource(vault, entry.folder, source, placed, signal);
        vault.removed(from);
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
      const itself = to.key === location.key && !(cmd === 'COPY' && params.conflict === 2);
      if (location.contains(into) || itself || (to.contains(location) && to.key !== location.key))
        throw new Refusal(TSK.overlap);
      await using entry = await vault.parent(location);
      await vault.admit(location, entry.folder, to);
      return item;
    },
    async run(run) {
      const { task, caller } = run;
      const intent = task.cmd === 'MOVE' ? 'write' : 'read';
      if (task.params.turn === undefined) {
        const from = vault.resolve(caller, task.source, intent);
        await carry(run, from, vault.resolve(caller, `${task.target}/${from.name}`, 'write'));
        return;
      }
      for (const { from, to } of task.params.turn.moves)
        await carry(run, vault.resolve(caller, from, intent), vault.resolve(caller, to, 'write'));
    },
  };
};

/** Where an earlier run placed the item: under its own name or, with "keep both", under another. */
function placedAt(vault: Vault, caller: Caller, changes: readonly Change[], to: Location): Location {
  const whole = changes.filter(isHeavy);
  const [only] = whole;
  return whole.length === 1 && only !== undefined && !only.to.startsWith(`${to.wire}/`)
    ? vault.resolve(caller, only.to, 'write')
    : to;
}
