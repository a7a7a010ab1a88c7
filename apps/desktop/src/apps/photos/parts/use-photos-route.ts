import { decode, mapOf, num, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { TimelinePosition } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { SessionToken, UserToken } from '../../../composition/service-tokens.ts';
import { tabStorage } from '../../../platform/tab-storage.ts';
import { useService } from '../../../platform/react/scope.tsx';

/** Only the fields that the pages need, because importing the box models would load all of them. */
const PlaceCodec = struct({ id: str, country: str, name: str, english: str, region: str, region_english: str });
const FaceCodec = struct({
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
const ROUTE_PARAMS = {
  place: PlaceCodec,
  spot: struct({ id: str }, { place: PlaceCodec }),
  thing: struct({ id: str, name: str }, { chinese: str }),
  person: struct({ id: str, name: str, cnt: num, face: FaceCodec }),
};
const PhotosRoute = struct({ page: str }, ROUTE_PARAMS);
/** A page of Photos, named as in `sections.ts`, with its parameters. */
export type PhotosRoute = TypeOf<typeof PhotosRoute>;
export type PhotosRouteParams = Omit<PhotosRoute, 'page'>;

/** What a tab stores: the current route and the scroll position in the timeline of each page. */
const PersistedRoute = struct({ where: PhotosRoute, lines: mapOf(struct({ group: str, part: num })) });

/** Initial scroll position of a timeline, and a callback that stores changes. */
export interface TimelineMemory {
  readonly initialPosition: TimelinePosition | null;
  readonly onPositionChange: (place: TimelinePosition | null) => void;
}

interface PhotosNavigation {
  readonly route: PhotosRoute;
  readonly navigate: (page: string, params?: PhotosRouteParams) => void;
  /** Navigates to another page if the given page is open. */
  readonly redirect: (page: string, to: string) => void;
  /** The stored scroll position of a page's timeline, by a unique page key. */
  readonly timelineMemoryOf: (page: string) => TimelineMemory;
  /** The route was restored from the tab's memory. */
  readonly isRestored: boolean;
}

/** Route and scroll positions stored under a key of this tab. */
const createRouteMemory = (key: string) => {
  const json = parseJson(tabStorage.read(key) ?? '');
  const decoded = json._tag === 'Right' ? decode(PersistedRoute, json.right) : json;
  const restored = decoded._tag === 'Right' ? decoded.right : null;
  let where: PhotosRoute | null = restored?.where ?? null;
  const lines = new Map(Object.entries(restored?.lines ?? {}));
  const write = (): void => {
    tabStorage.write(key, where === null ? '' : JSON.stringify({ where, lines: Object.fromEntries(lines) }));
  };
  return {
    first: where,
    save: (now: PhotosRoute | null): void => {
      where = now;
      write();
    },
    timelineMemoryOf: (page: string): TimelineMemory => ({
      initialPosition: lines.get(page) ?? null,
      onPositionChange: (place) => {
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
export const usePhotosRoute = (scope: string, initialPage: string): PhotosNavigation => {
  const user = useService(UserToken);
  const session = useService(SessionToken);
  const [memory] = useState(() => createRouteMemory(`boxwood_photos:${user} ${scope}`));
  const [route, setRoute] = useState<PhotosRoute>(memory.first ?? { page: initialPage });
  useEffect(() => {
    memory.save(route);
  }, [memory, route]);
  useEffect(
    () => () => {
      if (session.stage$.value.at !== 'in') memory.save(null);
    },
    [session, memory],
  );
  return {
    route,
    navigate: (page, params) => {
      setRoute({ page, ...params });
    },
    redirect: (page, to) => {
      setRoute((now) => (now.page === page ? { page: to } : now));
    },
    timelineMemoryOf: memory.timelineMemoryOf,
    isRestored: memory.first !== null,
  };
};
