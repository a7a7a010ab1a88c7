import { type TaskChange, needsTask } from '../../storage/journal/journal-change.ts';
import type { JournalChange, JournalOperation } from '../../storage/journal/journal.ts';
import type { UndoDirection } from '../../storage/journal/undo-steps.ts';
import type { UndoTasks } from '../../storage/journal/undo.ts';
import { isSameInode, stampOf } from '../../storage/journal/file-stamp.ts';
import { type Caller, callerFor, GEN, Refusal, type Vault } from '../../storage/vault/index.ts';
import type { Task } from './task-model.ts';
import type { Tasks } from './tasks.ts';

/** The command that moves bytes for a change in this direction. */
const commandFor = (change: JournalChange, direction: UndoDirection): Task['cmd'] =>
  change.kind === 'carried' ? 'MOVE' : (change.kind === 'encrypted') === (direction === 'redo') ? 'EMOVE' : 'DMOVE';

/** Runs the parts of undo and redo that move bytes as tasks, which the user can see and pause. */
export function createCarrier(tasks: () => Tasks, vault: Vault): UndoTasks {
  return {
    isRunning: (operation) => tasks().operationsBeingUndone().has(operation),
    async start(caller, operation, direction) {
      const heavy = operation.changes.filter(needsTask);
      const moves = heavy.map((change) =>
        direction === 'undo' ? { from: change.to, to: change.from } : { from: change.from, to: change.to },
      );
      for (const [index, move] of moves.entries()) await checkMove(vault, caller, move, heavy[index]);
      const [first] = heavy;
      const [move] = moves;
      if (first === undefined || move === undefined) throw new Refusal(GEN.failed, 'nothing to move');
      return tasks().add(caller, {
        cmd: commandFor(first, direction),
        source: move.from,
        target: move.to.slice(0, move.to.lastIndexOf('/')),
        params: { turn: { operation: operation.id, direction, moves } },
      });
    },
  };
}

async function checkMove(
  vault: Vault,
  caller: Caller,
  { from, to }: { from: string; to: string },
  change: TaskChange | undefined,
): Promise<void> {
  const stat = await vault.lstatExactName(vault.resolve(caller, from, 'write'));
  if (stat === undefined || change === undefined || !isSameInode(stampOf(stat), change.stamp))
    throw new Refusal(GEN.path, 'gone');
  if ((await vault.lstat(vault.resolve(caller, to, 'write'))) !== undefined) throw new Refusal(GEN.path, 'taken');
}

/** The changes of an operation after an undo or redo task: with the current stamps of the files. */
export async function changesAfterUndoTask(
  vault: Vault,
  operation: JournalOperation,
  direction: UndoDirection,
): Promise<JournalChange[]> {
  const caller = callerFor(operation.user, ['safe', 'home']);
  const now = async (change: JournalChange): Promise<JournalChange> => {
    if (!needsTask(change)) return change;
    const stat = await vault.lstatExactName(
      vault.resolve(caller, direction === 'undo' ? change.from : change.to, 'read'),
    );
    return stat === undefined ? change : { ...change, stamp: stampOf(stat), was: change.stamp };
  };
  return Promise.all(operation.changes.map(now));
}
