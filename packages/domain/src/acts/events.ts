import { durable } from '../events/define.ts';
import type { Act } from './acts.ts';
import type { Carried } from './follow.ts';

/** The life of acts that were kept. */
export const actEvents = {
  ActKept: durable<{ readonly id: string; readonly act: Act }>(),
  /** The box is asked: should its answer be lost, it may be done. */
  ActBegun: durable<{ readonly id: string }>(),
  /** Some of it is done, or was left out, or somebody said how it is meant. */
  ActChanged: durable<{ readonly id: string; readonly act: Act }>(),
  /** Done to a file that later acts may mean: they follow it. */
  ActCarried: durable<{ readonly id: string } & Carried>(),
  /** Done, or taken back. */
  ActEnded: durable<{ readonly id: string }>(),
};
