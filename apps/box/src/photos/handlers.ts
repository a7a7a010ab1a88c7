import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import { albumHandlers } from './album-handlers.ts';
import { labelHandlers } from './label-handlers.ts';
import type { Photos } from './photos.ts';
import { timelineHandlers } from './timeline-handlers.ts';

/** Everything of the photo page but the recognition of people and objects, which this box does not have yet. */
export const photoHandlers = ({ photos }: { readonly photos: Photos }) => {
  const { nameLabel, regroup, regrouping, ai, setAi } = commandTree.photos;
  return {
    ...notOffered({ nameLabel, regroup, regrouping, ai, setAi }),
    ...albumHandlers(photos),
    ...labelHandlers(photos),
    ...timelineHandlers(photos),
  } satisfies Handlers<(typeof commandTree)['photos'], BoxContext>;
};
