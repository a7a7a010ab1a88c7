import { EjectDisk, MeasureFolder } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { begin, fromTask, mapRight, type Outcome } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';

export type FolderSize = ResultOf<typeof MeasureFolder>;

/** Facts of the box that only the file browser asks for. */
export interface FileFacts {
  /** Bytes, files and folders below a folder; the box gives up after 10 s (G-52). */
  measure(path: string): Outcome<FolderSize>;
  /** Takes a device out of use (G-53). */
  eject(mount: string): Outcome<null>;
}

export const FileFactsToken = token<FileFacts>('FileFacts');

/** {@link FileFacts} over a client of the box. */
export const boxFileFacts = (box: Pick<Client, 'exec'>): FileFacts => ({
  measure: (path) => begin(fromTask(box.exec(MeasureFolder, { path }))),
  eject: (mntdir) => begin(fromTask(box.exec(EjectDisk, { mntdir })).pipe(mapRight(() => null))),
});
