import { session } from '../events/event-kinds.ts';

/** Toasts, recorded for the journal. */
export const notificationEvents = {
  Notified: session<{
    readonly id: string;
    readonly level: string;
    readonly messageKey: string | null;
    readonly failure: string | null;
  }>(),
  NoticeGone: session<{ readonly id: string }>(),
};
