import { decode, list, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { KeyValue } from '../settings/key-value.ts';

/** Type and time of an event, without its content. `key` is unique. */
const Happening = struct({ key: str, at: num, type: str }, {});
export type Happening = TypeOf<typeof Happening>;
const StoredHappenings = list(Happening);

/** Passes recent events to the next page of the tab, so that they survive a reload. */
export interface JournalMemory {
  read(): readonly Happening[];
  write(happenings: readonly Happening[]): void;
}

/** {@link JournalMemory} in the tab's storage, for one user on one box. */
export const journalMemory = (storage: KeyValue | null, name: string): JournalMemory => ({
  read: () => {
    const value = parseJson(storage?.get(name) ?? '');
    const stored = value._tag === 'Left' ? value : decode(StoredHappenings, value.right);
    return stored._tag === 'Left' ? [] : stored.right;
  },
  write: (happenings) => {
    try {
      if (happenings.length === 0) storage?.remove(name);
      else storage?.set(name, JSON.stringify(happenings));
    } catch {
      // Without space the next page starts with an empty journal, as it does without storage.
    }
  },
});
