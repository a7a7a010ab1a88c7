import { checkFileName, checkFolderName, completeName, splitName } from '@boxwood/box-sdk/rules';
import type { FileEntry, Place } from '@boxwood/domain';
import { isFolder, isProtected } from '@boxwood/domain';

/** Values of the fields of the rename dialog. */
export interface NameFields {
  readonly stem: string;
  readonly suffix: string;
  /** Read-only, in a field of its own. */
  readonly encrypted: string;
}

/**
 * Whether an entry has an editable suffix: ordinary files and folders, not links, temporary files or volumes
 * (DIALOG-04).
 */
export const hasSuffix = ({ type }: Pick<FileEntry, 'type'>): boolean => type !== 50 && type !== 100 && type !== 777;

/** Initial values of the fields; folders have no suffix (G-56). */
export const nameFieldsOf = (entry: Pick<FileEntry, 'name' | 'type'>): NameFields =>
  isFolder(entry) || !hasSuffix(entry) ? { stem: entry.name, suffix: '', encrypted: '' } : splitName(entry.name);

/**
 * The name that the fields form, with its verdict. A suffix that the user also typed in the stem is not doubled
 * (VALID-06).
 */
export const resolveRename = (entry: Pick<FileEntry, 'name' | 'type'>, fields: NameFields, place: Place) => {
  const before = nameFieldsOf(entry);
  const same = fields.stem === before.stem && fields.suffix === before.suffix;
  // An unchanged name is always valid; only typed names are checked (G-31).
  if (same) return { name: entry.name, verdict: { ok: true } as const };
  if (fields.stem === '') return { name: '', verdict: checkFileName('') };
  const name = completeName(fields.stem, fields.suffix.trim(), fields.encrypted);
  const verdict = isFolder(entry)
    ? checkFolderName(name)
    : checkFileName(name, isProtected(place) ? 'protected' : 'plain');
  return { name, verdict: name === entry.name ? ({ ok: true } as const) : verdict };
};
