import { GEN, TSK } from '@boxwood/command-bus';
import { decryptedName, encryptedName, isEncryptedName } from '@boxwood/box-sdk/rules';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { needsTask } from '../../storage/journal/journal-change.ts';
import type { JournalChange, Journal } from '../../storage/journal/journal.ts';
import { type FileStamp, stampOf, isUnchanged } from '../../storage/journal/file-stamp.ts';
import { type Location, Refusal, toDisk } from '../../storage/vault/index.ts';
import { checkPlainTarget, checkSource, checkTarget } from './task-checks.ts';
import { type HeavyJob, runHeavy } from './heavy.ts';
import type { Task } from './task-model.ts';
import type { TaskOperation, OperationServices, OperationRun } from './operation.ts';
import { notePlacing, placedBefore } from './task-sources.ts';
import { taskJournalFor, startedBy } from './task-journal.ts';

/**
 * EMOVE and DMOVE: encrypts or decrypts a file (age format), renames the synced result to its target, then deletes the
 * source (G-32).
 */
export const cryptOperation = (services: OperationServices): TaskOperation => {
  const { vault, placer, staging, keys } = services;

  const rewriteFile = async (run: OperationRun, from: Location, to: Location): Promise<void> => {
    const { task, caller, progress, signal } = run;
    const encrypt = task.cmd === 'EMOVE';
    const taskJournal = taskJournalFor(services.journal, task);
    const { location, folder } = await staging.open(task, to);
    await using entry = await vault.parent(from);
    try {
      const before = await entry.folder.lstatExactName(entry.name);
      const recorded = taskJournal.recorded();
      const placed = recorded !== null || (await placedBefore(services, run, folder, from, to));
      // After a crash another file may have the old name: only the file that was rewritten may be deleted.
      const earlier = placed ? sourceOf(services.journal, task, recorded) : null;
      if (!placed) {
        if (before === undefined || !before.isFile()) throw new OperationFailed(OPS.sourceOpen, 'not a file');
        progress.setTotal(Number(before.size));
        await run.reserveSpace(folder, () => progress.total - progress.done);
        run.reportWorking();
        const job = { from: entry.folder.path, name: Buffer.from(toDisk(entry.name)), staging: folder.path };
        const work: HeavyJob = encrypt
          ? { ...job, kind: 'encrypt', recipient: recipient(task.user) }
          : { ...job, kind: 'decrypt', identity: identity(task.user) };
        try {
          await runHeavy(work, progress, signal);
        } catch (failure) {
          throw translateFailure(failure, from.name);
        } finally {
          if (work.kind === 'decrypt') work.identity.fill(0);
        }
        await notePlacing(run, folder);
        await placer.place({
          caller,
          to,
          from: vault.inside(location, 'item'),
          conflict: null,
          task: startedBy(task),
          journal: taskJournal.journal,
          action: encrypt ? 'encrypt' : 'decrypt',
          change: (target, stamp) => ({
            kind: encrypt ? 'encrypted' : 'decrypted',
            from: from.wire,
            to: target,
            stamp,
            was: stampOf(before),
          }),
          leftFolderPath: null,
        });
      }
      const now = await entry.folder.lstatExactName(entry.name);
      const was = placed || before === undefined ? earlier : stampOf(before);
      if (now !== undefined && (was === null || !isUnchanged(stampOf(now), was)))
        throw new OperationFailed(OPS.readWrite, 'the source changed and was kept');
      if (now !== undefined) {
        if (encrypt) await services.onEncrypt(now);
        await entry.folder.unlink(entry.name);
        await entry.folder.sync();
      }
    } finally {
      await folder.close();
    }
    await staging.remove(location);
  };

  const recipient = (user: string): Uint8Array => {
    const key = keys.recipientOf(user);
    if (key === null) throw new OperationFailed(OPS.password, 'no safe');
    return key;
  };
  const identity = (user: string): Uint8Array => {
    const key = keys.identityOf(user);
    if (key === null) throw new OperationFailed(OPS.password, 'the safe is locked');
    // Shared with the thread: anything else sent to it is a copy that cannot be wiped.
    const shared = new Uint8Array(new SharedArrayBuffer(key.length));
    shared.set(key);
    key.fill(0);
    return shared;
  };

  return {
    async check(caller, { cmd, source, target, params }) {
      if (!caller.isUnlocked('safe')) throw new Refusal(GEN.noPrivilege, 'safe');
      const { item, folder, location } = await checkSource(vault, caller, source, 'write');
      if (folder) throw new Refusal(TSK.badParameter, 'folder');
      if (params.turn === undefined) await (cmd === 'EMOVE' ? checkTarget : checkPlainTarget)(vault, caller, target);
      if (isEncryptedName(location.name) === (cmd === 'EMOVE'))
        throw new Refusal(TSK.badParameter, cmd === 'EMOVE' ? 'already encrypted' : 'not encrypted');
      return item;
    },
    async run(run) {
      const { task, caller } = run;
      const from = vault.resolve(caller, task.source, 'write');
      const name = task.cmd === 'EMOVE' ? encryptedName(from.name) : decryptedName(from.name);
      const target = task.params.turn?.moves[0]?.to ?? `${task.target}/${name}`;
      await rewriteFile(run, from, vault.resolve(caller, target, 'write'));
    },
  };
};

/**
 * Stamp of the file that an earlier run rewrote: from its own record or, for undo and redo, from the original
 * operation.
 */
const sourceOf = (journal: Journal, { params }: Task, recorded: readonly JournalChange[] | null): FileStamp | null => {
  const own = recorded?.find(needsTask)?.was;
  if (own !== undefined || params.turn === undefined) return own ?? null;
  return journal.get(params.turn.operation)?.changes.find(needsTask)?.stamp ?? null;
};

/**
 * The box never writes the old format; such a file that is no age file inside needs the program that made it (G-32).
 */
const translateFailure = (failure: unknown, name: string): unknown =>
  failure instanceof OperationFailed && failure.code === OPS.format && name.endsWith('v2')
    ? new OperationFailed(OPS.password, 'made by another program')
    : failure;
