import { session } from '../events/define.ts';

/** What the box told of itself. */
export const changeEvents = {
  /** In these folders something came, went or was written, and in these areas something is different; with `everything` anywhere. */
  BoxChanged: session<{
    readonly folders: readonly string[];
    readonly areas: readonly string[];
    readonly everything: boolean;
  }>(),
};
