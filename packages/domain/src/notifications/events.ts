import { session } from '../events/define.ts';

/** Toasts, so that the journal tells what a person was told. */
export const notificationEvents = {
  Notified: session<{
    readonly id: string;
    readonly level: string;
    readonly word: string | null;
    readonly failure: string | null;
  }>(),
  NoticeGone: session<{ readonly id: string }>(),
};
