/** Kinds of changes in the box's journal; each has a message. */
const ACTIONS = [
  'move',
  'rename',
  'batch-rename',
  'new-folder',
  'trash',
  'restore',
  'remove',
  'copy',
  'upload',
  'compress',
  'extract',
  'encrypt',
  'decrypt',
  'download',
] as const;
const STATES = ['done', 'undone', 'undoing', 'redoing', 'blocked'] as const;

/** Reasons of the box why a change cannot be undone. */
const OBSTACLES = ['gone', 'changed', 'notEmpty', 'taken', 'noTrash', 'half'] as const;

/** Message key of the reason; null when there is none or this desktop does not know it. */
export const obstacleMessageKey = (reason: string): `is-${(typeof OBSTACLES)[number]}` | null => {
  const known = OBSTACLES.find((one) => one === reason);
  return known === undefined ? null : `is-${known}`;
};

/** Message key of an action; `other` for one that this desktop does not know. */
export const actionMessageKey = (action: string): (typeof ACTIONS)[number] | 'other' =>
  ACTIONS.find((one) => one === action) ?? 'other';

/** Message key of a state; an unknown state reads as done. */
export const stateMessageKey = (state: string): (typeof STATES)[number] =>
  STATES.find((one) => one === state) ?? 'done';

/** Which of undo and redo the entry allows. */
export const allowedSteps = (entry: { readonly state: string; readonly reversible: 0 | 1 }) => ({
  undo: entry.state === 'done' && entry.reversible === 1,
  redo: entry.state === 'undone',
});
