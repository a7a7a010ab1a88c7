/**
 * Names of files and folders: length, form, suffixes (VALID-01 to VALID-13, G-31, G-56). The rules check only names
 * typed by users, never existing ones.
 */
import { countCharacters, failed, passed } from '@boxwood/command-bus/rules';
import { NAME_LIMITS } from '../constants.ts';

/** Which length limit applies: 240 bytes in the safe and the private files, 128 elsewhere. */
export type NameArea = 'plain' | 'protected';

/** Suffixes of encrypted files; v3 is written, v2 is recognised (FILES-54, FILES-55). */
export const ENCRYPTED_SUFFIXES = ['.hyencrypt_v2', '.hyencrypt_v3'] as const;

/** Length of a name or path as the product counts: ASCII 1, any other character 3 (VALID-03, G-31). */
export const nameLength = (name: string): number => {
  let length = 0;
  for (const character of name) length += (character.codePointAt(0) ?? 0) < 128 ? 1 : 3;
  return length;
};

/**
 * Letters of every script with their combining marks, and digits. The specification names two scripts as examples;
 * users write in all.
 */
const EDGE = /^[\p{L}\p{M}\p{N}]$/u;
/** The thirteen characters of VALID-09, control characters, and lone surrogates, which UTF-8 cannot encode. */
const FORBIDDEN = /[\\/:*&%$#?"<>|\p{Cc}\p{Cs}]/u;

/**
 * VALID-02, VALID-08, VALID-09: the name starts and ends with a letter or digit of any script, and has no forbidden
 * character.
 */
export const isWellFormedName = (name: string): boolean => {
  const all = Array.from(name);
  return EDGE.test(all[0] ?? '') && EDGE.test(all.at(-1) ?? '') && !FORBIDDEN.test(name);
};

/** VALID-01 to VALID-04, VALID-08, VALID-09: checks the full name of a file, including its suffix. */
export const checkFileName = (name: string, area: NameArea = 'plain') => {
  if (name === '') return failed('name.empty');
  if (!isWellFormedName(name)) return failed('name.format');
  const max = area === 'protected' ? NAME_LIMITS.protectedBytes : NAME_LIMITS.fileBytes;
  return nameLength(name) > max ? failed('name.tooLong', { max }) : passed;
};

/** VALID-11 to VALID-13: checks the name of a folder, at most 64 characters. */
export const checkFolderName = (name: string) => {
  if (name === '') return failed('name.empty');
  if (!isWellFormedName(name)) return failed('name.folderFormat');
  return countCharacters(name) > NAME_LIMITS.folderCharacters
    ? failed('name.folderTooLong', { max: NAME_LIMITS.folderCharacters })
    : passed;
};

/** VALID-05: checks the length of a path on the drive, counted like names. */
export const checkPathLength = (path: string) =>
  nameLength(path) > NAME_LIMITS.path ? failed('name.pathTooLong', { max: NAME_LIMITS.path }) : passed;

/** A name split into its parts, for example `photo`, `tar.gz`, `.hyencrypt_v3`. `joinName` restores the name. */
export interface NameParts {
  readonly stem: string;
  /** Text after the last dot; `tar.gz` stays together; empty when there is none. */
  readonly suffix: string;
  /** The encrypted suffix with its dot, or empty. */
  readonly encrypted: string;
}

/** VALID-26: whether a name has an encrypted suffix. */
export const isEncryptedName = (name: string): boolean => ENCRYPTED_SUFFIXES.some((suffix) => name.endsWith(suffix));

/** Splits a name (G-20, G-56). A leading dot starts a hidden name, not a suffix. */
export const splitName = (name: string): NameParts => {
  const encrypted = ENCRYPTED_SUFFIXES.find((suffix) => name.endsWith(suffix)) ?? '';
  const rest = name.slice(0, name.length - encrypted.length);
  const double = /\.tar\.gz$/i.exec(rest);
  if (double !== null && double.index > 0)
    return { stem: rest.slice(0, double.index), suffix: rest.slice(double.index + 1), encrypted };
  const dot = rest.lastIndexOf('.');
  return dot <= 0 || dot === rest.length - 1
    ? { stem: rest, suffix: '', encrypted }
    : { stem: rest.slice(0, dot), suffix: rest.slice(dot + 1), encrypted };
};

/** Joins the parts of a name. */
export const joinName = ({ stem, suffix, encrypted }: NameParts): string =>
  `${stem}${suffix === '' ? '' : `.${suffix}`}${encrypted}`;

/**
 * The name a rename dialog produces (VALID-06, VALID-07, G-56): the suffix is appended when the entered name lacks it, and an
 * encrypted suffix stays last.
 */
export const completeName = (entered: string, suffix: string, encrypted: string): string => {
  const bare = encrypted !== '' && entered.endsWith(encrypted) ? entered.slice(0, -encrypted.length) : entered;
  const has = suffix === '' || bare.toLowerCase().endsWith(`.${suffix.toLowerCase()}`);
  return `${has ? bare : `${bare}.${suffix}`}${encrypted}`;
};

/** FILES-55: the name after encrypting. */
export const encryptedName = (name: string): string => `${name}${ENCRYPTED_SUFFIXES[1]}`;

/** FILES-55: the name after decrypting; removes either suffix. */
export const decryptedName = (name: string): string => {
  const { encrypted } = splitName(name);
  return encrypted === '' ? name : name.slice(0, -encrypted.length);
};
