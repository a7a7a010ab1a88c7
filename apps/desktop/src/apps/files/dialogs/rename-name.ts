import { checkFileName, checkFolderName, joinName, splitName } from '@boxwood/box-sdk/rules';
import type { FileEntry, Place } from '@boxwood/domain';
import { isFolder, isProtected } from '@boxwood/domain';

/** What the fields of the rename dialog hold. */
export interface NameFields {
  readonly stem: string;
  readonly suffix: string;
  /** Shown apart and never changed. */
  readonly encrypted: string;
}

/** The fields as they start: folders have no suffix (G-56). */
export const fieldsOf = (entry: Pick<FileEntry, 'name' | 'type'>): NameFields =>
  isFolder(entry) ? { stem: entry.name, suffix: '', encrypted: '' } : splitName(entry.name);

/** The name that the fields make, and what its rule says. */
export const renamed = (entry: Pick<FileEntry, 'name' | 'type'>, fields: NameFields, place: Place) => {
  const name = joinName({ ...fields, suffix: fields.suffix.trim() });
  const verdict = isFolder(entry)
    ? checkFolderName(name)
    : checkFileName(name, isProtected(place) ? 'protected' : 'plain');
  // An unchanged name passes, however it came to be: only typed names are checked (G-31).
  return {
    name,
    verdict: name === entry.name ? ({ ok: true } as const) : fields.stem === '' ? checkFileName('') : verdict,
  };
};
