import { decode, list, str } from '@boxwood/command-bus/codecs';
import type { Settings } from '@boxwood/domain';
import { searchedKey as keyOf } from './kept-names.ts';

const MOST = 6;
const Texts = list(str, MOST);

/** Recent searches on this device, newest first. */
export const recentlySearched = (settings: Settings, user: string): readonly string[] => {
  const text = settings.text(keyOf(user));
  if (text === null) return [];
  try {
    const read = decode(Texts, JSON.parse(text));
    return read._tag === 'Right' ? read.right : [];
  } catch {
    // Edited by hand or truncated: treated as empty.
    return [];
  }
};

/** Records a search that the user submitted. */
export const noteSearched = (settings: Settings, user: string, text: string): void => {
  const said = text.trim();
  if (said === '') return;
  const others = recentlySearched(settings, user).filter((one) => one !== said);
  settings.setText(keyOf(user), JSON.stringify([said, ...others].slice(0, MOST)));
};
