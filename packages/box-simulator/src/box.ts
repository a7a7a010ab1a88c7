import type { Clock } from './clock.ts';
import type { Model, Offers } from './models.ts';
import type { Sessions } from './session/sessions.ts';
import type { Timeline } from './timeline.ts';
import type { Tree } from './tree/tree.ts';
import type { BoxUser } from './user.ts';

/** The state that all command handlers share. An area stores further state with {@link ofBox}. */
export interface Box {
  readonly model: Model;
  readonly version: string;
  readonly offers: Offers;
  /** Default plugins that this box does not have. */
  readonly without: ReadonlySet<string>;
  readonly users: readonly BoxUser[];
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly tree: Tree;
  readonly sessions: Sessions;
  readonly name: string;
  readonly id: string;
  /** The address it listens on, `http://127.0.0.1:port`. */
  readonly origin: () => string;
}

/** The current time of the box in epoch seconds. */
export const seconds = (box: Box): number => Math.floor(box.clock.now() / 1000);

/** State of an area for each box: created on first access, collected with the box. */
export const ofBox = <T>(make: (box: Box) => T): ((box: Box) => T) => {
  const made = new WeakMap<Box, { readonly state: T }>();
  return (box) => {
    const known = made.get(box);
    if (known !== undefined) return known.state;
    const state = make(box);
    made.set(box, { state });
    return state;
  };
};
