import { decode, list, str } from '@boxwood/command-bus/codecs';
import type { Settings } from '@boxwood/domain';
import { recentSearchesKey as keyOf } from './history-keys.ts';

const MAX_SEARCHES = 6;
const SearchTexts = list(str, MAX_SEARCHES);

/** Recent searches on this device, newest first. */
export const recentlySearched = (settings: Settings, user: string): readonly string[] => {
  const text = settings.text(keyOf(user));
  if (text === null) return [];
  try {
    const read = decode(SearchTexts, JSON.parse(text));
    return read._tag === 'Right' ? read.right : [];
  } catch {
    // Edited by hand or truncated: treated as empty.
    return [];
  }
};

/** Records a search that the user submitted. */
export const recordSearch = (settings: Settings, user: string, text: string): void => {
  const trimmed = text.trim();
  if (trimmed === '') return;
  const others = recentlySearched(settings, user).filter((one) => one !== trimmed);
  settings.setText(keyOf(user), JSON.stringify([trimmed, ...others].slice(0, MAX_SEARCHES)));
};
