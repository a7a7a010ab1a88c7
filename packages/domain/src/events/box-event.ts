import { offlineEvents } from '../offline/events.ts';
import { changeEvents } from '../changes/events.ts';
import { windowEvents } from '../desktop/events.ts';
import { fileEvents } from '../files/events.ts';
import { messageEvents } from '../messages/events.ts';
import { monitorEvents } from '../monitor/events.ts';
import { notificationEvents } from '../notifications/events.ts';
import { photoEvents } from '../photos/events.ts';
import { sessionEvents } from '../session/events.ts';
import { settingEvents } from '../settings/events.ts';
import { taskEvents } from '../tasks/events.ts';
import { uploadEvents } from '../uploads/events.ts';
import type { EventsOf, EventScope } from './event-kinds.ts';

/** All events of the domain with their scopes, one row per area. */
export const EVENTS = {
  ...sessionEvents,
  ...offlineEvents,
  ...settingEvents,
  ...fileEvents,
  ...notificationEvents,
  ...windowEvents,
  ...uploadEvents,
  ...changeEvents,
  ...taskEvents,
  ...monitorEvents,
  ...messageEvents,
  ...photoEvents,
};

/** Any event of the domain. */
export type BoxEvent = EventsOf<typeof EVENTS>;

/** Whether this version knows an event type; a newer version may know more. */
export const isKnownEventType = (type: string): type is BoxEvent['type'] => Object.hasOwn(EVENTS, type);

/** Scope of an event type; undefined for types that only a newer version knows. */
export const scopeOfType = (type: string): EventScope | undefined =>
  isKnownEventType(type) ? EVENTS[type].scope : undefined;
