import { decode, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { PLACES } from '@boxwood/domain';
import { useMemo } from 'react';
import { SettingsToken, UserToken } from '../../composition/tokens.ts';
import { placeOf } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';

/** An unsaved text: `tag` is the version on which it is based, `at` the time it was stored, epoch milliseconds. */
const draft = struct({ text: str, tag: str, at: num }, {});
export type Draft = TypeOf<typeof draft>;

export interface Drafts {
  readonly read: () => Draft | null;
  readonly keep: (text: string, tag: string) => void;
  readonly drop: () => void;
}

/**
 * The draft of one file, stored in this browser until it is saved or discarded. Nothing is stored for places behind a
 * second password.
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
