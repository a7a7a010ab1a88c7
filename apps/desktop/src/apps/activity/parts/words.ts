/** Kinds of changes that the journal of the box knows; each has its words. */
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

/** What may stand in the way of taking a change back, as the box says it. */
const OBSTACLES = ['gone', 'changed', 'notEmpty', 'taken', 'noTrash', 'half'] as const;

/** The word of what stands in the way; null where nothing does, or what this desktop has no word for. */
export const obstacleWord = (reason: string): `is-${(typeof OBSTACLES)[number]}` | null => {
  const known = OBSTACLES.find((one) => one === reason);
  return known === undefined ? null : `is-${known}`;
};

/** The word of an action; `other` for one newer than this desktop. */
export const actionWord = (action: string): (typeof ACTIONS)[number] | 'other' =>
  ACTIONS.find((one) => one === action) ?? 'other';

/** The word of a state; an unknown one reads as done. */
export const stateWord = (state: string): (typeof STATES)[number] => STATES.find((one) => one === state) ?? 'done';

/** What may be done with an entry. */
export const offers = (entry: { readonly state: string; readonly reversible: 0 | 1 }) => ({
  undo: entry.state === 'done' && entry.reversible === 1,
  redo: entry.state === 'undone',
});
