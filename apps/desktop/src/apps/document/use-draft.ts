import { decode, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { PLACES } from '@boxwood/domain';
import { useMemo } from 'react';
import { SettingsToken, UserToken } from '../../composition/service-tokens.ts';
import { placeOf } from '../../kit/files/file-places.ts';
import { useService } from '../../platform/react/scope.tsx';

/** An unsaved text: `tag` is the version on which it is based, `at` the time it was stored, epoch milliseconds. */
const draftCodec = struct({ text: str, tag: str, at: num }, {});
export type Draft = TypeOf<typeof draftCodec>;

export interface DraftStore {
  readonly read: () => Draft | null;
  readonly save: (text: string, tag: string) => void;
  readonly discard: () => void;
}

/**
 * The draft of one file, stored in this browser until it is saved or discarded. Nothing is stored for places behind a
 * second password.
 */
export const useDraft = (path: string): DraftStore => {
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  return useMemo(() => {
    const key = `${user}_draft ${path}`;
    const place = placeOf(path, user);
    const isStorable = place !== PLACES.safe && place !== PLACES.private;
    return {
      read: () => {
        const stored = isStorable ? settings.text(key) : null;
        if (stored === null) return null;
        const json = parseJson(stored);
        const read = json._tag === 'Right' ? decode(draftCodec, json.right) : json;
        return read._tag === 'Right' ? read.right : null;
      },
      save: (text, tag) => {
        if (isStorable) settings.setText(key, JSON.stringify({ text, tag, at: Date.now() } satisfies Draft));
      },
      discard: () => {
        settings.setText(key, null);
      },
    };
  }, [settings, user, path]);
};
