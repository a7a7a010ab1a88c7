import { decode, list, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { KeyValue } from '../settings/key-value.ts';

/** That something happened and when, and nothing of what it was about. `key` is its own. */
const Happening = struct({ key: str, at: num, type: str }, {});
export type Happening = TypeOf<typeof Happening>;
const Kept = list(Happening);

/** What a page leaves to the page after it: the tab reloads, and its history goes on. */
export interface JournalMemory {
  read(): readonly Happening[];
  write(happenings: readonly Happening[]): void;
}

/** {@link JournalMemory} on the shelf of a tab, for one person at one box. */
export const journalMemory = (shelf: KeyValue | null, name: string): JournalMemory => ({
  read: () => {
    const value = parseJson(shelf?.get(name) ?? '');
    const kept = value._tag === 'Left' ? value : decode(Kept, value.right);
    return kept._tag === 'Left' ? [] : kept.right;
  },
  write: (happenings) => {
    try {
      if (happenings.length === 0) shelf?.remove(name);
      else shelf?.set(name, JSON.stringify(happenings));
    } catch {
      // Without room the history begins anew with the next page, as it would without a shelf.
    }
  },
});
