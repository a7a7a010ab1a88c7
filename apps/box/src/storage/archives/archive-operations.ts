import { TSK } from '@boxwood/command-bus';
import { extractedFolderName } from '@boxwood/box-sdk/rules';
import { Progress } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { startedBy } from '../../features/tasks/task-journal.ts';
import { checkPlainTarget, checkSource } from '../../features/tasks/task-checks.ts';
import { runHeavy } from '../../features/tasks/heavy.ts';
import type { TaskOperation, OperationServices } from '../../features/tasks/operation.ts';
import { GEN, Refusal, toDisk } from '../vault/index.ts';
import { extractArchive } from './extract-archive.ts';
import { isCompressedFile, isExtractable, packFormatOf } from './archive-formats.ts';

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** COMPRESS (B43): packs entries of a folder into an archive whose suffix selects the format. */
export const compressOperation = ({ vault, staging, placer, journal }: OperationServices): TaskOperation => ({
  async check(caller, { source, target, params }) {
    const { names = [] } = params;
    const folder = vault.resolve(caller, source, 'read');
    if (packFormatOf(target) === null || names.length === 0) throw new Refusal(TSK.badParameter, 'suffix');
    for (const name of names) {
      const entry = vault.child(caller, folder, name, 'read');
      if ((await vault.lstat(entry)) === undefined) throw new Refusal(TSK.source);
    }
    const into = await checkPlainTarget(vault, caller, parentOf(target));
    vault.resolve(caller, target, 'write');
    const packed = names.length === 1 ? [vault.child(caller, folder, names[0] ?? '', 'read')] : [];
    if (packed.some((entry) => entry.contains(into) && entry.key !== into.key)) throw new Refusal(TSK.overlap);
    const name = target.slice(target.lastIndexOf('/') + 1);
    return { name, type: 0, total: 0 };
  },
  async run(run) {
    const { task, caller, progress, signal } = run;
    const { names = [], conflict = null } = task.params;
    const to = vault.resolve(caller, task.target, 'write');
    const format = packFormatOf(task.target);
    if (format === null) throw new OperationFailed(OPS.format, 'suffix');
    if (journal.ofTask(task.id) !== null) return staging.discard(task, to);
    if (conflict === null && (await vault.lstat(to)) !== undefined)
      throw new OperationFailed(OPS.targetExists, 'target exists');
    await using source = await vault.folder(vault.resolve(caller, task.source, 'read'));
    let total = 0;
    for (const name of names) {
      const { bytes, skipped } = await runHeavy(
        { kind: 'measure', from: source.path, name: Buffer.from(toDisk(name)) },
        new Progress(),
        signal,
      );
      // Opening a named pipe would block forever.
      if (skipped > 0) throw new OperationFailed(OPS.unsafePath, 'special files');
      total += bytes;
    }
    progress.setTotal(total);
    const { location, folder } = await staging.open(task, to);
    try {
      await run.reserveSpace(folder, () => progress.total - progress.done);
      run.reportWorking();
      const packed = names.map((name) => Buffer.from(toDisk(name)));
      // Compressing compressed files again gains nothing.
      const level = names.every(isCompressedFile) ? 0 : 1;
      const job = { kind: 'pack', from: source.path, names: packed, staging: folder.path, format, level } as const;
      await runHeavy(job, progress, signal);
      await placer.place({
        caller,
        from: vault.inside(location, 'item'),
        to,
        conflict,
        journal,
        action: 'compress',
        task: startedBy(task),
        leftFolderPath: null,
        change: (path, stamp, _, tree) => ({ kind: 'created', path, stamp, ...(tree === undefined ? {} : { tree }) }),
      });
    } finally {
      await folder.close();
    }
    await staging.remove(location);
  },
});

/** DECOMPRESS (B44): extracts an archive into a folder named after it. */
export const extractOperation = ({ vault, staging, placer, journal }: OperationServices): TaskOperation => ({
  async check(caller, { source, target }) {
    const { item, folder, location } = await checkSource(vault, caller, source, 'read');
    if (folder || !isExtractable(location.name)) throw new Refusal(TSK.badParameter, 'extension');
    await checkPlainTarget(vault, caller, target);
    return item;
  },
  async run(run) {
    const { task, caller, progress, signal, password } = run;
    const source = vault.resolve(caller, task.source, 'read');
    const to = vault.resolve(caller, `${task.target}/${extractedFolderName(source.name)}`, 'write');
    if (journal.ofTask(task.id) !== null) return staging.discard(task, to);
    await using archive = await vault.openFile(source).catch((failure: unknown) => {
      throw failure instanceof Refusal && failure.code !== GEN.noPrivilege
        ? new OperationFailed(OPS.sourceOpen, 'the archive cannot be opened')
        : failure;
    });
    const { location, folder } = await staging.open(task, to);
    try {
      await extractArchive({
        archive,
        name: source.name,
        staging: folder,
        password,
        progress: progress,
        signal,
        working: run.reportWorking,
        claim: (need) => run.reserveSpace(folder, need),
        room: () => run.availableBytes(folder),
      });
      await placer.place({
        caller,
        from: vault.inside(location, 'item'),
        to,
        conflict: 2,
        journal,
        action: 'extract',
        task: startedBy(task),
        leftFolderPath: null,
        change: (path, stamp, _, tree) => ({ kind: 'created', path, stamp, ...(tree === undefined ? {} : { tree }) }),
      });
    } finally {
      await folder.close();
    }
    await staging.remove(location);
  },
});

/** Archive operations by command, for {@link Operations}. */
export const archiveOperations = (services: OperationServices): Readonly<Record<string, TaskOperation>> => ({
  COMPRESS: compressOperation(services),
  DECOMPRESS: extractOperation(services),
});
