/** Names of box features: the areas it offers, the areas it reports changes of, and its scheduled jobs. */
import type { commandTree } from './command-tree.ts';

/**
 * Areas that a box may offer: every area of commands except those needed to sign in and to list the offers; `system` is
 * split into `power` and `date`, which the helper of the box carries out. A later box may offer more.
 */
export type OfferArea = Exclude<keyof typeof commandTree, 'session' | 'offers'> | 'power' | 'date';

/**
 * Areas other than folders that can change, each for the caller: their tasks, trash, activity, shares made or received,
 * favourites, pictures and albums, the disks and offers of the box, and its users.
 */
export const CHANGE_AREAS = [
  ...(['tasks', 'trash', 'journal', 'shares', 'disks', 'offers', 'photos', 'favourites', 'users'] as const),
] as const;
export type ChangeArea = (typeof CHANGE_AREAS)[number];

/** Names of the scheduled jobs of a box. */
export const SCHEDULED_JOBS = [
  ...(['mounts', 'sticks', 'network', 'memory', 'upkeep', 'account', 'backup', 'files', 'offers', 'reboot'] as const),
  ...(['diskHealth', 'fan', 'check'] as const),
] as const;
export type ScheduledJob = (typeof SCHEDULED_JOBS)[number];
