/** Folder names in `extdev`, one per removable file system. */

/** Limit in characters, which every file system accepts in UTF-8. */
const MAX_NAME_LENGTH = 60;
const VALID_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N} ._-]{0,58}[\p{L}\p{N}_-])?$/u;

/** Whether a name is one that {@link createPlaceName} creates: no path, no option, nothing hidden. */
export const isPlaceName = (name: string): boolean => VALID_NAME.test(name);

/** Whether a name is that of a volume other than the first, which holds the users' files and is never touched. */
export const isVolumeName = (name: string): boolean => /^usb(?:[2-9]|[1-9]\d)$/.test(name);

/** The folder name of a stick: its label, or else its model, with a number when the name is occupied. */
export const createPlaceName = (label: string, model: string, isOccupied: (name: string) => boolean): string => {
  const [first = 'USB'] = [label, model]
    .map((text) =>
      text
        .normalize('NFC')
        .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_')
        .replace(/^[^\p{L}\p{N}_]+/u, '')
        .slice(0, MAX_NAME_LENGTH - 10)
        .replace(/[^\p{L}\p{N}_-]+$/u, ''),
    )
    .filter(isPlaceName);
  let name = first;
  for (let count = 2; isOccupied(name); count += 1) name = `${first} ${count}`;
  return name;
};
