import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import { albumHandlers } from './album-handlers.ts';
import type { Photos } from './photos.ts';
import { timelineHandlers } from './timeline-handlers.ts';

/** Everything of the photo page but recognition, which this box does not have yet. */
export const photoHandlers = ({ photos }: { readonly photos: Photos }) => {
  const { labels, nameLabel, regroup, regrouping, ai, setAi } = commandTree.photos;
  return {
    ...notOffered({ labels, nameLabel, regroup, regrouping, ai, setAi }),
    ...albumHandlers(photos),
    ...timelineHandlers(photos),
  } satisfies Handlers<(typeof commandTree)['photos'], BoxContext>;
};
