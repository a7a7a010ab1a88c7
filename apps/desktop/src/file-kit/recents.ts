import { decode, int, list, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { type FileEntry, PLACES, type Settings } from '@boxwood/domain';
import { recentsKey as keyOf } from './kept-names.ts';
import { placeOf } from './places.ts';

/** Recently opened files on this device, newest first. */
const Recents = list(struct({ path: str, name: str, type: int, size: int, mtime: int, md512kb: str }), 8);
export type Recent = TypeOf<typeof Recents>[number];

const MOST = 8;

export const recentlyOpened = (settings: Settings, user: string): readonly Recent[] => {
  const text = settings.text(keyOf(user));
  if (text === null) return [];
  try {
    const read = decode(Recents, JSON.parse(text));
    return read._tag === 'Right' ? read.right : [];
  } catch {
    // Edited by hand or truncated: treated as empty.
    return [];
  }
};

/** Records an opened file. Files of the safe and the private area are never recorded. */
export const noteOpened = (settings: Settings, user: string, entry: FileEntry): void => {
  const place = placeOf(entry.path, user);
  if (place === null || place === PLACES.safe || place === PLACES.private) return;
  const { path, name, type, size, mtime, md512kb } = entry;
  const others = recentlyOpened(settings, user).filter((one) => one.path !== path);
  settings.setText(keyOf(user), JSON.stringify([{ path, name, type, size, mtime, md512kb }, ...others].slice(0, MOST)));
};
