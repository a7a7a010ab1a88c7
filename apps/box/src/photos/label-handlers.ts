import { ALB, type commandTree } from '@boxwood/box-sdk';
import { type Handlers, NOT_OFFERED } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Photos } from './photos.ts';
import { sightOf } from './sight.ts';
import { placeOnWire, viewFor } from './timeline-handlers.ts';

type Tree = (typeof commandTree)['photos'];

/** Countries whose places are in the group `china` (G-38), each apart. */
const CHINA = new Set(['CN', 'HK', 'MO', 'TW']);

/** LABELLIST (B97): of what pictures show, the places where they were taken. */
export const labelHandlers = (photos: Photos) => {
  const { vault, tables, views } = photos;
  return {
    labels: async ({ group, start, count }, { caller }, { refuse }) => {
      if (group !== 'china' && group !== 'overseas') throw refuse(ALB.service, NOT_OFFERED);
      const sight = await sightOf(vault, tables, caller);
      const places = tables.places();
      const counted = await views.places(await viewFor(photos, caller, sight, {}));
      const found = counted.flatMap(({ place: id, count: cnt, cover }) => {
        const place = places.get(id);
        return place === undefined || CHINA.has(place.country) !== (group === 'china')
          ? []
          : [{ id, name: place.name, cnt, cover, place: placeOnWire(place) }];
      });
      return { total: found.length, list: found.slice(start, start + count) };
    },
  } satisfies Partial<Handlers<Tree, BoxContext>>;
};
