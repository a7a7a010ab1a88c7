import type { BoxTask } from '../tasks/tasks.ts';

/** Differences between what the box told before and now. */
export type TaskEvent =
  | { readonly type: 'TasksObserved'; readonly data: { readonly tasks: readonly BoxTask[] } }
  | { readonly type: 'TasksForgotten'; readonly data: { readonly ids: readonly string[] } }
  /** How many are waiting, processing or paused, listed or not. */
  | { readonly type: 'TasksCounted'; readonly data: { readonly active: number } };
