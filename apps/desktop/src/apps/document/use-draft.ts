import { decode, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { PLACES } from '@boxwood/domain';
import { useMemo } from 'react';
import { SettingsToken, UserToken } from '../../composition/tokens.ts';
import { placeOf } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';

/** A text that was typed and not saved: `tag` is the version it was made from, `at` when it was kept, epoch milliseconds. */
const draft = struct({ text: str, tag: str, at: num }, {});
export type Draft = TypeOf<typeof draft>;

export interface Drafts {
  readonly read: () => Draft | null;
  readonly keep: (text: string, tag: string) => void;
  readonly drop: () => void;
}

/**
 * The draft of one file, kept in this browser until it is saved or dropped: a page that ends takes nothing along. None is kept of what
 * lies behind a second password.
 */
export const useDraft = (path: string): Drafts => {
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  return useMemo(() => {
    const key = `${user}_draft ${path}`;
    const place = placeOf(path, user);
    const kept = place !== PLACES.safe && place !== PLACES.private;
    return {
      read: () => {
        const stored = kept ? settings.text(key) : null;
        if (stored === null) return null;
        const json = parseJson(stored);
        const read = json._tag === 'Right' ? decode(draft, json.right) : json;
        return read._tag === 'Right' ? read.right : null;
      },
      keep: (text, tag) => {
        if (kept) settings.setText(key, JSON.stringify({ text, tag, at: Date.now() } satisfies Draft));
      },
      drop: () => {
        settings.setText(key, null);
      },
    };
  }, [settings, user, path]);
};
