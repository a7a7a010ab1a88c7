import { useMemo } from 'react';
import { ClockToken, LanguagesToken } from '../../../composition/service-tokens.ts';
import { defineMessages } from '../../../platform/i18n/define-messages.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';

const dayMessages = defineMessages('days', {
  today: { en: 'Today', zh: '今天' },
  yesterday: { en: 'Yesterday', zh: '昨天' },
});

const DAY_MS = 24 * 3600 * 1000;

/** Formats days and months of a timeline. Times are local wall-clock times, in ms as if they were UTC. */
export interface DayNames {
  readonly day: (at: number) => string;
  /** `May 1, 2024`. */
  readonly date: (at: number) => string;
  /** `May 2024`. */
  readonly month: (at: number) => string;
  /** `Wed, May 1, 2024, 09:30`. */
  readonly moment: (at: number) => string;
}

/** {@link DayNames} in the user's language; "today" is the date of this device. */
export const useDayNames = (): DayNames => {
  const t = useText(dayMessages);
  const language = useStream(useService(LanguagesToken).language$);
  const now = new Date(useService(ClockToken).now());
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return useMemo(() => {
    const form = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    const short = form({ weekday: 'short', day: 'numeric', month: 'long' });
    const long = form({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
    const date = form({ dateStyle: 'long' });
    const month = form({ month: 'short', year: 'numeric' });
    const moment = form({ dateStyle: 'full', timeStyle: 'short' });
    const thisYear = new Date(today).getUTCFullYear();
    return {
      day: (at) => {
        const age = Math.round((today - at) / DAY_MS);
        if (age === 0) return t('today');
        if (age === 1) return t('yesterday');
        return (new Date(at).getUTCFullYear() === thisYear ? short : long).format(at);
      },
      date: (at) => date.format(at),
      month: (at) => month.format(at),
      moment: (at) => moment.format(at),
    };
  }, [t, language, today]);
};
