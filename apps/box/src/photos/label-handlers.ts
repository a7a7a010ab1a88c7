import type { commandTree, Label } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Caller } from '../vault/index.ts';
import { faceOnWire } from './faces/handlers.ts';
import { faceId } from './faces/face.ts';
import type { Photos } from './photos.ts';
import { type Sight, sightOf } from './sight.ts';
import { placeOnWire, viewFor } from './timeline-handlers.ts';

type Tree = (typeof commandTree)['photos'];

/** Countries of the group `china` (G-38); each is listed separately. */
const CHINA = new Set(['CN', 'HK', 'MO', 'TW']);

/** LABELLIST (B97): places, people and objects in photos. PHOTOSPOTS (X135): map clusters. */
export const labelHandlers = (photos: Photos) => {
  const { vault, tables, things, views } = photos;
  const peopleFor = keptPeople(photos);
  return {
    labels: async ({ group, start, count, hidden = 0 }, { caller }) => {
      const sight = await sightOf(vault, tables, caller);
      if (group === 'yolov') {
        const { files } = await viewFor(photos, caller, sight, {});
        const seen = await views.counts.things(files, things.least);
        const list = seen.flatMap(({ label, count: cnt, cover }) => {
          const kind = things.kinds.at(Number(label));
          return kind === undefined ? [] : [{ ...kind, name: kind.english, cnt, cover }];
        });
        return {
          total: list.length,
          kinds: things.kinds.all.length,
          list: list
            .slice(start, start + count)
            .map(({ id, name, chinese, cnt, cover }) => ({ id, name, chinese, cnt, cover })),
        };
      }
      if (group !== 'china' && group !== 'overseas') {
        const labels = await peopleFor(caller, sight, group, hidden);
        return { total: labels.length, list: labels.slice(start, start + count) };
      }
      const places = photos.places.all();
      const counted = await views.counts.places((await viewFor(photos, caller, sight, {})).files);
      const found = counted.flatMap(({ label: id, count: cnt, cover }) => {
        const place = places.get(id);
        return place === undefined || CHINA.has(place.country) !== (group === 'china')
          ? []
          : [{ id, name: place.name, cnt, cover, place: placeOnWire(place) }];
      });
      return { total: found.length, list: found.slice(start, start + count) };
    },
    spots: async ({ zoom, frame, ...filter }, { caller }) => {
      const view = await viewFor(photos, caller, await sightOf(vault, tables, caller), filter);
      const places = photos.places.all();
      const { total, list } = await views.spots.of(view.files, zoom, frame);
      return {
        version: view.version,
        total,
        list: list.map(({ count: cnt, place: id, ...spot }) => {
          const place = places.get(id);
          return { ...spot, cnt, ...(place === undefined ? {} : { place: placeOnWire(place) }) };
        }),
      };
    },
  } satisfies Partial<Handlers<Tree, BoxContext>>;
};

type PeopleGroup = 'faceGroup' | 'faceLabel' | 'face';

/**
 * Caches {@link peopleIn} by index state, because checking every face of a large library takes a second. Unassigned
 * faces are not cached: they may be too many.
 */
const keptPeople = (photos: Photos) => {
  const kept = new Map<string, { readonly state: string; readonly labels: readonly Label[] }>();
  return async (caller: Caller, sight: Sight, group: PeopleGroup, hidden: number): Promise<readonly Label[]> => {
    const state = (): string => `${photos.views.versionFor(sight)} ${photos.people.stateFor(sight)}`;
    const key = `${caller.user} ${group} ${hidden}`;
    const known = kept.get(key);
    const before = state();
    if (known?.state === before) return known.labels;
    const labels = await peopleIn(photos, caller, sight, group, hidden);
    // Changes during the call, such as newly assigned faces, may be missing from the result.
    if (group !== 'face' && state() === before) kept.set(key, { state: before, labels });
    return labels;
  };
};

/**
 * People in photos that the caller can see and has not hidden: named people first, then by number of photos. For the
 * group `face`: unassigned faces.
 */
const peopleIn = async (
  { people, marks }: Photos,
  caller: Caller,
  sight: Sight,
  group: PeopleGroup,
  hidden: number,
): Promise<readonly Label[]> => {
  const seen = await people.seen(caller.user, sight);
  const said = marks.of(caller.user);
  const isShown = ({ photo }: { readonly photo: string }): boolean => said.get(photo)?.hidden !== 1;
  if (group === 'face')
    return hidden === 1
      ? []
      : seen.loose.filter(isShown).map((face) => ({
          id: faceId(face),
          name: '',
          cnt: 1,
          cover: face.hash,
          face: faceOnWire(face),
        }));
  return [...seen.people.values()]
    .filter((person) => person.hidden === hidden && (group === 'faceGroup' || person.name !== ''))
    .flatMap(({ id, name, cover, faces }) => {
      const shown = faces.filter(isShown);
      const face = shown.find((each) => faceId(each) === cover) ?? shown[0];
      const cnt = new Set(shown.map(({ photo }) => photo)).size;
      return face === undefined ? [] : [{ id, name, cnt, cover: face.hash, face: faceOnWire(face) }];
    })
    .toSorted(
      (one, other) =>
        Number(one.name === '') - Number(other.name === '') || other.cnt - one.cnt || (one.id < other.id ? -1 : 1),
    );
};
