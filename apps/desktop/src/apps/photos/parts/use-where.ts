import { decode, mapOf, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { LinePlace } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { SessionToken, UserToken } from '../../../composition/tokens.ts';
import { tabMemory } from '../../../platform/tab-memory.ts';
import { useService } from '../../../react/scope.tsx';

/** Only the fields that the pages need, because importing the box models would load all of them. */
const Place = struct({ id: str, country: str, name: str, english: str, region: str, region_english: str });
const Face = struct({
  id: str,
  photo: str,
  md512kb: str,
  x: num,
  y: num,
  width: num,
  height: num,
  score: num,
});

/** The selected place, map cluster, kind of object or person; pages of one kind share a page name. */
const CHOSEN = {
  place: Place,
  spot: struct({ id: str }, { place: Place }),
  thing: struct({ id: str, name: str }, { chinese: str }),
  person: struct({ id: str, name: str, cnt: num, face: Face }),
};
const Where = struct({ page: str }, CHOSEN);
/** A page of Photos, named as in `sections.ts`, with its parameters. */
export type Where = TypeOf<typeof Where>;
export type Chosen = Omit<Where, 'page'>;

/** What a tab stores: the current route and the scroll position in the timeline of each page. */
const Kept = struct({ where: Where, lines: mapOf(struct({ group: str, part: num })) });

/** Initial scroll position of a timeline, and a callback that stores changes. */
export interface LineMemory {
  readonly begin: LinePlace | null;
  readonly onPlace: (place: LinePlace | null) => void;
}

interface Whereabouts {
  readonly where: Where;
  readonly go: (page: string, chosen?: Chosen) => void;
  /** Navigates to another page if the given page is open. */
  readonly leave: (page: string, to: string) => void;
  /** The stored scroll position of a page's timeline, by a unique page key. */
  readonly lineOf: (page: string) => LineMemory;
  /** The route was restored from the tab's memory. */
  readonly isReturned: boolean;
}

/** Route and scroll positions stored under a key of this tab. */
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
 * The current page of Photos. It survives a reload of the tab and is cleared at sign-out.
 * @param scope the window id, or the start page of a phone
 * @param initialPage the page without a stored route
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
