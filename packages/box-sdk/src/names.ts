/** Where a feature of the box is known by its name: what it offers, what it tells of, what it does by itself. */
import type { commandTree } from './command-tree.ts';

/**
 * What a box may offer: every area of commands but what one needs to sign in and to ask, and of `system` what the helper of the box does to the
 * machine. A later box knows more.
 */
export type OfferArea = Exclude<keyof typeof commandTree, 'session' | 'offers'> | 'power' | 'date';

/** What can change beside folders, each for the caller: their tasks, their bin, their activity, shares that they made or were given, the disks of the box, what it offers, pictures and albums, their favourites, and who uses the box. */
export const CHANGE_AREAS = [
  ...(['tasks', 'trash', 'journal', 'shares', 'disks', 'offers', 'photos', 'favourites', 'users'] as const),
] as const;
export type ChangeArea = (typeof CHANGE_AREAS)[number];

/** What a box does by itself, again and again: the names that its timetable knows. */
export const SCHEDULED = [
  ...(['mounts', 'sticks', 'network', 'memory', 'upkeep', 'account', 'backup', 'files', 'offers', 'reboot'] as const),
  ...(['diskHealth', 'fan', 'check'] as const),
] as const;
export type Scheduled = (typeof SCHEDULED)[number];
