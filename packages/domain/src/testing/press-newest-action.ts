import type { Notifications } from '../notifications/notifications.ts';

/** Presses the button of the newest notice that has one. */
export const pressNewestAction = (notifications: Notifications): void => {
  const newest = notifications.list$.value.findLast(({ action }) => action !== null);
  if (newest === undefined) throw new Error('no notice has a button');
  notifications.runAction(newest.id);
};
