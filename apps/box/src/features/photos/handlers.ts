import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { albumHandlers } from './album-handlers.ts';
import { peopleHandlers } from './faces/handlers.ts';
import { labelHandlers } from './label-handlers.ts';
import type { Photos } from './photos.ts';
import { timelineHandlers } from './timeline-handlers.ts';

/** All handlers of the `photos` commands. */
export const photoHandlers = ({ photos }: { readonly photos: Photos }) =>
  ({
    ...albumHandlers(photos),
    ...labelHandlers(photos),
    ...timelineHandlers(photos),
    ...peopleHandlers(photos),
  }) satisfies Handlers<(typeof commandTree)['photos'], BoxContext>;
