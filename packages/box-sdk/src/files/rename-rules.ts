/** Rules for renaming one file or many (area RENAME, VALID-10, VALID-14 to VALID-22, G-51, G-56). */
import { GEN } from '@boxwood/command-bus';
import { countCharacters, failed, passed } from '@boxwood/command-bus/rules';
import { NAME_LIMITS } from '../constants.ts';
import { isFolderType, joinPath } from './file-model.ts';
import type { RenameItem } from './file-model.ts';
import type { NameArea } from './file-names.ts';
import { checkFileName, splitName } from './file-names.ts';

/** Placeholder for the number in a batch format. */
export const NUMBER_PLACEHOLDER = '{n}';

/** RENAME-01, RENAME-02, VALID-10: interprets the existence check of the new name; -1 means no answer. */
export const checkTargetFree = (code: number) => {
  if (code === GEN.absent) return passed;
  return code === 0 || code === 1 ? failed('rename.targetExists') : failed('rename.checkFailed');
};

/** VALID-14, VALID-16, VALID-17: checks the name format of a batch. The names it produces are checked one by one. */
export const checkBatchFormat = (format: string) => {
  if (format === '') return failed('rename.formatRequired');
  if (countCharacters(format) > NAME_LIMITS.batchFormatCharacters)
    return failed('rename.formatTooLong', { max: NAME_LIMITS.batchFormatCharacters });
  return format.includes(NUMBER_PLACEHOLDER) ? passed : failed('rename.formatHole', { hole: NUMBER_PLACEHOLDER });
};

/** VALID-18: the number of the first file; `null` for an empty field. */
export const checkBatchStart = (start: number | null) =>
  start !== null && Number.isSafeInteger(start) && start >= 1 ? passed : failed('rename.start');

/** VALID-19: number of digits; `null` for an empty field. */
export const checkBatchDigits = (digits: number | null) =>
  digits !== null && Number.isInteger(digits) && digits >= 1 && digits <= 8 ? passed : failed('rename.digits');

/** Fields of the batch rename dialog. */
export interface BatchRenamePlan {
  readonly format: string;
  readonly start: number;
  readonly digits: number;
}

/**
 * VALID-20, VALID-21: the new name of the `index`-th file (from 0). The first `{n}` is replaced with the number, padded
 * with zeros, in full when it has more digits; extension and encrypted suffix stay.
 */
export const batchName = ({ format, start, digits }: BatchRenamePlan, index: number, original: string): string => {
  const { suffix, encrypted } = splitName(original);
  const number = String(start + index).padStart(digits, '0');
  return `${format.replace(NUMBER_PLACEHOLDER, () => number)}${suffix === '' ? '' : `.${suffix}`}${encrypted}`;
};

/** A file selected for a batch rename. */
export interface BatchRenameFile {
  readonly name: string;
  readonly type: number;
}

/**
 * All renames of a batch, or the reason why it cannot run: a field breaks its rule, the selection has a folder
 * (VALID-22), a new name is not valid, or a new name exists in the folder or twice in the batch (RENAME-13). `existing`
 * holds all names of the folder; names of the batch itself may be swapped.
 */
export const planBatchRename = (
  folder: string,
  files: readonly BatchRenameFile[],
  plan: { readonly format: string; readonly start: number | null; readonly digits: number | null },
  existing: Iterable<string>,
  area: NameArea = 'plain',
) => {
  if (files.some(({ type }) => isFolderType(type))) return failed('rename.onlyFiles');
  const { format, start, digits } = plan;
  for (const verdict of [checkBatchFormat(format), checkBatchStart(start), checkBatchDigits(digits)])
    if (!verdict.ok) return verdict;
  const complete = { format, start: start ?? 1, digits: digits ?? 1 };
  const batchNames = new Set(files.map(({ name }) => name));
  const occupied = new Set(existing);
  for (const name of batchNames) occupied.delete(name);
  const renames: RenameItem[] = [];
  for (const [index, { name }] of files.entries()) {
    const next = batchName(complete, index, name);
    const verdict = checkFileName(next, area);
    if (!verdict.ok) return verdict;
    if (occupied.has(next)) return failed('rename.nameTaken', { name: next });
    occupied.add(next);
    renames.push({ source: joinPath(folder, name), target: joinPath(folder, next) });
  }
  return { ok: true as const, renames };
};
