import { session } from '../events/event-kinds.ts';

/** Events that the box reports about itself. */
export const changeEvents = {
  /** Something was added, removed or changed in these folders and areas; with `everything` anywhere. */
  BoxChanged: session<{
    readonly folders: readonly string[];
    readonly areas: readonly string[];
    readonly everything: boolean;
  }>(),
};
