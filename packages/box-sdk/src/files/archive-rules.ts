/** Rules for compressing and extracting (area ARCHIVE, VALID-23 to VALID-25, VALID-110, G-57). */
import type { BoxModel } from '@boxwood/command-bus';
import { failed, passed } from '@boxwood/command-bus/rules';
import type { ArchiveSuffix } from '../constants.ts';
import { joinPath } from './file-model.ts';
import { checkFileName } from './file-names.ts';

/** ARCHIVE-05: extensions of archives that can be extracted. */
export const ARCHIVE_EXTENSIONS = ['zip', 'tar', 'gz', 'xz', 'bz2', 'zst', '7z', 'rar', 'iso', 'jar'] as const;
const archiveExtensions: ReadonlySet<string> = new Set(ARCHIVE_EXTENSIONS);

/** The text after the last dot in lower case, empty when there is none. */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
};

export const isArchiveName = (name: string): boolean => archiveExtensions.has(extensionOf(name));

/** An item of a selection. */
export interface ArchiveItem {
  readonly name: string;
  readonly type: number;
}

/** Whether a model can compress and extract at all (ARCHIVE-06, ROLE-12). */
export const supportsArchives = (model: BoxModel): boolean => model !== 'N2';

/**
 * VALID-24, VALID-110: any item can be compressed except a soft link or a file that is already an archive; never on N2.
 */
export const checkCompress = ({ name, type }: ArchiveItem, model: BoxModel) => {
  if (!supportsArchives(model)) return failed('archive.model', { model });
  if (type === 100) return failed('archive.softLink');
  return type !== 5 && isArchiveName(name) ? failed('archive.already') : passed;
};

/** VALID-25, VALID-110: only archives can be extracted; never on N2. */
export const checkExtract = ({ name, type }: ArchiveItem, model: BoxModel) => {
  if (!supportsArchives(model)) return failed('archive.model', { model });
  return type !== 5 && type !== 100 && type !== 777 && isArchiveName(name) ? passed : failed('archive.notArchive');
};

/** VALID-23, ARCHIVE-02: the package name is well-formed without its suffix, and not too long with it. */
export const checkArchiveName = (name: string, suffix: ArchiveSuffix) => {
  const bare = checkFileName(name);
  return bare.ok ? checkFileName(`${name}.${suffix}`) : bare;
};

/** ARCHIVE-03: path of the archive to create. */
export const archivePath = (target: string, name: string, suffix: ArchiveSuffix): string =>
  joinPath(target, `${name}.${suffix}`);

const COMPRESSED_TAR = /\.(tar\.(gz|xz|bz2|zst)|tgz|txz|tbz2?|tzst)$/i;

/** Whether a name is that of a compressed tar, which the box decompresses and unpacks in one step. */
export const isCompressedTar = (name: string): boolean => COMPRESSED_TAR.test(name);

/** Name of the folder that an archive is extracted into: its name without the archive's suffix (B44). */
export const extractedFolderName = (name: string): string => {
  const base = name.replace(isCompressedTar(name) ? COMPRESSED_TAR : /\.[^.]+$/, '');
  return base === '' ? name : base;
};
