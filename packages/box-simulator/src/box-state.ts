import type { SimulatorClock } from './simulator-clock.ts';
import type { Model, ModelFeatures } from './box-models.ts';
import type { Sessions } from './session/sessions.ts';
import type { EventSchedule } from './event-schedule.ts';
import type { FileTree } from './tree/file-tree.ts';
import type { BoxUser } from './box-user.ts';

/** The state that all command handlers share. An area stores further state with {@link stateOfBox}. */
export interface BoxState {
  readonly model: Model;
  readonly version: string;
  readonly features: ModelFeatures;
  /** Default plugins that this box does not have. */
  readonly missingPlugins: ReadonlySet<string>;
  readonly users: readonly BoxUser[];
  readonly clock: SimulatorClock;
  readonly schedule: EventSchedule;
  readonly tree: FileTree;
  readonly sessions: Sessions;
  readonly name: string;
  readonly id: string;
  /** The address it listens on, `http://127.0.0.1:port`. */
  readonly origin: () => string;
}

/** The current time of the box in epoch seconds. */
export const nowSeconds = (box: BoxState): number => Math.floor(box.clock.now() / 1000);

/** State of an area for each box: created on first access, collected with the box. */
export const stateOfBox = <T>(make: (box: BoxState) => T): ((box: BoxState) => T) => {
  const states = new WeakMap<BoxState, { readonly state: T }>();
  return (box) => {
    const known = states.get(box);
    if (known !== undefined) return known.state;
    const state = make(box);
    states.set(box, { state });
    return state;
  };
};
