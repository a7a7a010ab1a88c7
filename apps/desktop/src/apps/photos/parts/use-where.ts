import { decode, mapOf, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { LinePlace } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { SessionToken, UserToken } from '../../../composition/tokens.ts';
import { tabMemory } from '../../../platform/tab-memory.ts';
import { useService } from '../../../react/scope.tsx';

/** As much of each as its page needs: the models of the box would bring every other one along. */
const Place = struct({ id: str, country: str, name: str, english: str, region: str, region_english: str });
const Face = struct({
  ...{ id: str, photo: str, md512kb: str },
  ...{ x: num, y: num, width: num, height: num, score: num },
});

/** Which place, part of the map, kind of thing or person is shown: all pages of a kind have one name. */
const CHOSEN = {
  place: Place,
  spot: struct({ id: str }, { place: Place }),
  thing: struct({ id: str, name: str }, { chinese: str }),
  person: struct({ id: str, name: str, cnt: num, face: Face }),
};
const Where = struct({ page: str }, CHOSEN);
/** A page of Photos, by the names in `sections.ts`, and what was chosen for it. */
export type Where = TypeOf<typeof Where>;
export type Chosen = Omit<Where, 'page'>;

/** What a tab remembers: where somebody is, and in the line of each page that they were on. */
const Kept = struct({ where: Where, lines: mapOf(struct({ group: str, part: num })) });

/** What a time line is told of where somebody was, and tells. */
export interface LineMemory {
  readonly begin: LinePlace | null;
  readonly onPlace: (place: LinePlace | null) => void;
}

interface Whereabouts {
  readonly where: Where;
  readonly go: (page: string, chosen?: Chosen) => void;
  /** Goes on to another page, from this one alone. */
  readonly leave: (page: string, to: string) => void;
  /** Of the line of a page, by a name that no other page has. */
  readonly lineOf: (page: string) => LineMemory;
  /** The tab remembered where that is. */
  readonly isReturned: boolean;
}

/** What this tab remembers under a key. */
const rememberedIn = (key: string) => {
  const json = parseJson(tabMemory.read(key) ?? '');
  const kept = json._tag === 'Right' ? decode(Kept, json.right) : json;
  const first = kept._tag === 'Right' ? kept.right : null;
  let where: Where | null = first?.where ?? null;
  const lines = new Map(Object.entries(first?.lines ?? {}));
  const write = (): void => {
    tabMemory.write(key, where === null ? '' : JSON.stringify({ where, lines: Object.fromEntries(lines) }));
  };
  return {
    first: where,
    put: (now: Where | null): void => {
      where = now;
      write();
    },
    lineOf: (page: string): LineMemory => ({
      begin: lines.get(page) ?? null,
      onPlace: (place) => {
        if (place === null) lines.delete(page);
        else lines.set(page, place);
        write();
      },
    }),
  };
};

/**
 * Where in Photos somebody is: a reload of the page finds them there, as far as their tab remembers; who signs in next begins at the beginning.
 * @param of the window, or the place of a phone
 * @param first the page that it begins with
 */
export const useWhere = (of: string, first: string): Whereabouts => {
  const user = useService(UserToken);
  const session = useService(SessionToken);
  const [memory] = useState(() => rememberedIn(`boxwood_photos:${user} ${of}`));
  const [where, setWhere] = useState<Where>(memory.first ?? { page: first });
  useEffect(() => {
    memory.put(where);
  }, [memory, where]);
  useEffect(
    () => () => {
      if (session.stage$.value.at !== 'in') memory.put(null);
    },
    [session, memory],
  );
  return {
    where,
    go: (page, chosen) => {
      setWhere({ page, ...chosen });
    },
    leave: (page, to) => {
      setWhere((now) => (now.page === page ? { page: to } : now));
    },
    lineOf: memory.lineOf,
    isReturned: memory.first !== null,
  };
};
