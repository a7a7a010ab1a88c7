import { decode, int, list, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { type FileEntry, PLACES, type Settings } from '@boxwood/domain';
import { recentFilesKey as keyOf } from './history-keys.ts';
import { placeOf } from '../file-places.ts';

/** Recently opened files on this device, newest first. */
const RecentFiles = list(struct({ path: str, name: str, type: int, size: int, mtime: int, md512kb: str }), 8);
export type RecentFile = TypeOf<typeof RecentFiles>[number];

const MAX_RECENT_FILES = 8;

export const recentlyOpened = (settings: Settings, user: string): readonly RecentFile[] => {
  const text = settings.text(keyOf(user));
  if (text === null) return [];
  try {
    const read = decode(RecentFiles, JSON.parse(text));
    return read._tag === 'Right' ? read.right : [];
  } catch {
    // Edited by hand or truncated: treated as empty.
    return [];
  }
};

/** Records an opened file. Files of the safe and the private area are never recorded. */
export const recordOpened = (settings: Settings, user: string, entry: FileEntry): void => {
  const place = placeOf(entry.path, user);
  if (place === null || place === PLACES.safe || place === PLACES.private) return;
  const { path, name, type, size, mtime, md512kb } = entry;
  const others = recentlyOpened(settings, user).filter((one) => one.path !== path);
  settings.setText(
    keyOf(user),
    JSON.stringify([{ path, name, type, size, mtime, md512kb }, ...others].slice(0, MAX_RECENT_FILES)),
  );
};
