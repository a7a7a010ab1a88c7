import { checkFileName, checkFolderName, completeName, splitName } from '@boxwood/box-sdk/rules';
import type { FileEntry, Place } from '@boxwood/domain';
import { isFolder, isProtected } from '@boxwood/domain';

/** What the fields of the rename dialog hold. */
export interface NameFields {
  readonly stem: string;
  readonly suffix: string;
  /** Shown apart and never changed. */
  readonly encrypted: string;
}

/** Whether an entry has a suffix of its own to change: ordinary files and folders, not links, temporary files and volumes (DIALOG-04). */
export const hasSuffix = ({ type }: Pick<FileEntry, 'type'>): boolean => type !== 50 && type !== 100 && type !== 777;

/** The fields as they start: folders have no suffix (G-56). */
export const fieldsOf = (entry: Pick<FileEntry, 'name' | 'type'>): NameFields =>
  isFolder(entry) || !hasSuffix(entry) ? { stem: entry.name, suffix: '', encrypted: '' } : splitName(entry.name);

/** The name that the fields make, and what its rule says. A suffix that was typed along with the name is not doubled (VALID-06). */
export const renamed = (entry: Pick<FileEntry, 'name' | 'type'>, fields: NameFields, place: Place) => {
  const before = fieldsOf(entry);
  const same = fields.stem === before.stem && fields.suffix === before.suffix;
  // What nobody changed passes, however it came to be: only typed names are checked (G-31).
  if (same) return { name: entry.name, verdict: { ok: true } as const };
  if (fields.stem === '') return { name: '', verdict: checkFileName('') };
  const name = completeName(fields.stem, fields.suffix.trim(), fields.encrypted);
  const verdict = isFolder(entry)
    ? checkFolderName(name)
    : checkFileName(name, isProtected(place) ? 'protected' : 'plain');
  return { name, verdict: name === entry.name ? ({ ok: true } as const) : verdict };
};
