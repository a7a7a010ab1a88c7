import { OperationFailed, OPS } from '../copy/ops.ts';
import type { Gauge } from '../runtime/gauge.ts';
import { type Folder, toDisk } from '../vault/index.ts';
import { isDense, type PackFormat } from './formats.ts';
import { pipeSevenZip, runSevenZip, sevenZip, type SevenZipResult } from './seven-zip.ts';

export interface Packing {
  readonly format: PackFormat;
  /** The folder whose entries are packed, and their names. */
  readonly source: Folder;
  readonly names: readonly string[];
  /** A folder of the box's own; the result stands in it as `item`. */
  readonly staging: Folder;
  readonly gauge: Gauge;
  readonly signal: AbortSignal;
}

const fdOf = (folder: Folder): number => Number(/\d+$/.exec(folder.path)?.[0]);

/** Packs entries into `staging/item`. Links are stored as links. @throws OperationFailed 6, 10, 11, 13; Stopped */
export async function packArchive({ format, source, names, staging, gauge, signal }: Packing): Promise<void> {
  if (sevenZip() === null) throw new OperationFailed(OPS.format, '7-Zip is missing');
  for (const left of await staging.names())
    if ((await staging.lstat(left))?.isFile() === true) await staging.unlink(left);
  const onPercent = (percent: number): void => gauge.reach((gauge.total * percent) / 100);
  const level = names.every(isDense) ? '-mx0' : '-mx1';
  // `-spd`: a name is a name, never a pattern.
  const entries = [
    '-spd',
    '--',
    ...names.map((name) => toDisk(name.startsWith('-') || name.startsWith('@') ? `./${name}` : name)),
  ];
  // Without an extension 7-Zip would add one.
  const part = `part.${format}`;
  const out = `/proc/self/fd/3/${part}`;
  const base = { cwd: source.path, fds: [fdOf(staging)], signal, confined: null };
  if (format !== 'tar.gz') {
    const kind = format === 'zip' ? ['-tzip', level, '-mcu=on'] : ['-ttar'];
    check(
      await runSevenZip({ ...base, args: ['a', ...kind, '-snl', '-bsp1', '-sccUTF-8', out, ...entries], onPercent }),
    );
  } else {
    const [tar, gzip] = await pipeSevenZip(
      { ...base, args: ['a', '-ttar', '-snl', '-so', '-bsp2', '-sccUTF-8', 'item.tar', ...entries], onPercent },
      { ...base, args: ['a', '-tgzip', level, '-si', '-sccUTF-8', out] },
    );
    // When the disk is full the second one knows why; the first one only lost its reader.
    check(gzip);
    check(tar);
  }
  {
    await using file = await staging.openFile(part);
    await file.sync();
  }
  await staging.renameOver(part, staging, 'item');
}

function check({ code, output, errors }: SevenZipResult): void {
  if (code === 0) return;
  const text = `${output}\n${errors}`;
  if (/No space left|errno=28/i.test(text)) throw new OperationFailed(OPS.noSpace, 'no space');
  if (code === 1) throw new OperationFailed(OPS.sourceOpen, 'some files could not be read');
  throw new OperationFailed(OPS.readWrite, 'packing failed');
}
