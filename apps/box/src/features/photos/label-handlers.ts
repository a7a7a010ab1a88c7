import type { commandTree, Label } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Caller } from '../../storage/vault/index.ts';
import { toWireFace } from './faces/handlers.ts';
import { faceId } from './faces/face.ts';
import type { Photos } from './photos.ts';
import { type ReadableFolders, listReadableFolders } from './readable-folders.ts';
import { toWirePlace, timelineFor } from './timeline-handlers.ts';

type LabelCommands = (typeof commandTree)['photos'];

/** Countries of the group `china` (G-38); each is listed separately. */
const CHINA_COUNTRIES = new Set(['CN', 'HK', 'MO', 'TW']);

/** LABELLIST (B97): places, people and objects in photos. PHOTOSPOTS (X135): map clusters. */
export const labelHandlers = (photos: Photos) => {
  const { vault, tables, objects: objects, timelines: timelines } = photos;
  const peopleFor = cachedPeople(photos);
  return {
    labels: async ({ group, start, count, hidden = 0 }, { caller }) => {
      const readable = await listReadableFolders(vault, tables, caller);
      if (group === 'yolov') {
        const { files } = await timelineFor(photos, caller, readable, {});
        const counts = await timelines.counts.countByObjectKind(files, objects.minShownScore);
        const list = counts.flatMap(({ label, count: cnt, cover }) => {
          const kind = objects.kinds.at(Number(label));
          return kind === undefined ? [] : [{ ...kind, name: kind.english, cnt, cover }];
        });
        return {
          total: list.length,
          kinds: objects.kinds.all.length,
          list: list
            .slice(start, start + count)
            .map(({ id, name, chinese, cnt, cover }) => ({ id, name, chinese, cnt, cover })),
        };
      }
      if (group !== 'china' && group !== 'overseas') {
        const labels = await peopleFor(caller, readable, group, hidden);
        return { total: labels.length, list: labels.slice(start, start + count) };
      }
      const places = photos.places.all();
      const counted = await timelines.counts.countByPlace((await timelineFor(photos, caller, readable, {})).files);
      const found = counted.flatMap(({ label: id, count: cnt, cover }) => {
        const place = places.get(id);
        return place === undefined || CHINA_COUNTRIES.has(place.country) !== (group === 'china')
          ? []
          : [{ id, name: place.name, cnt, cover, place: toWirePlace(place) }];
      });
      return { total: found.length, list: found.slice(start, start + count) };
    },
    spots: async ({ zoom, frame, ...filter }, { caller }) => {
      const timeline = await timelineFor(photos, caller, await listReadableFolders(vault, tables, caller), filter);
      const places = photos.places.all();
      const { total, list } = await timelines.mapClusters.of(timeline.files, zoom, frame);
      return {
        version: timeline.version,
        total,
        list: list.map(({ count: cnt, place: id, ...cluster }) => {
          const place = places.get(id);
          return { ...cluster, cnt, ...(place === undefined ? {} : { place: toWirePlace(place) }) };
        }),
      };
    },
  } satisfies Partial<Handlers<LabelCommands, BoxContext>>;
};

type PeopleGroup = 'faceGroup' | 'faceLabel' | 'face';

/**
 * Caches {@link peopleIn} by index state, because checking every face of a large library takes a second. Unassigned
 * faces are not cached: they may be too many.
 */
const cachedPeople = (photos: Photos) => {
  const cache = new Map<string, { readonly state: string; readonly labels: readonly Label[] }>();
  return async (
    caller: Caller,
    readable: ReadableFolders,
    group: PeopleGroup,
    hidden: number,
  ): Promise<readonly Label[]> => {
    const state = (): string => `${photos.timelines.versionFor(readable)} ${photos.people.versionFor(readable)}`;
    const key = `${caller.user} ${group} ${hidden}`;
    const cached = cache.get(key);
    const before = state();
    if (cached?.state === before) return cached.labels;
    const labels = await peopleIn(photos, caller, readable, group, hidden);
    // Changes during the call, such as newly assigned faces, may be missing from the result.
    if (group !== 'face' && state() === before) cache.set(key, { state: before, labels });
    return labels;
  };
};

/**
 * People in photos that the caller can see and has not hidden: named people first, then by number of photos. For the
 * group `face`: unassigned faces.
 */
const peopleIn = async (
  { people, annotations }: Photos,
  caller: Caller,
  readable: ReadableFolders,
  group: PeopleGroup,
  hidden: number,
): Promise<readonly Label[]> => {
  const visible = await people.visiblePeople(caller.user, readable);
  const ownAnnotations = annotations.allOf(caller.user);
  const isVisible = ({ photo }: { readonly photo: string }): boolean => ownAnnotations.get(photo)?.hidden !== 1;
  if (group === 'face')
    return hidden === 1
      ? []
      : visible.unassigned.filter(isVisible).map((face) => ({
          id: faceId(face),
          name: '',
          cnt: 1,
          cover: face.hash,
          face: toWireFace(face),
        }));
  return [...visible.people.values()]
    .filter((person) => person.hidden === hidden && (group === 'faceGroup' || person.name !== ''))
    .flatMap(({ id, name, cover, faces }) => {
      const visibleFaces = faces.filter(isVisible);
      const face = visibleFaces.find((each) => faceId(each) === cover) ?? visibleFaces[0];
      const cnt = new Set(visibleFaces.map(({ photo }) => photo)).size;
      return face === undefined ? [] : [{ id, name, cnt, cover: face.hash, face: toWireFace(face) }];
    })
    .toSorted(
      (one, other) =>
        Number(one.name === '') - Number(other.name === '') || other.cnt - one.cnt || (one.id < other.id ? -1 : 1),
    );
};
