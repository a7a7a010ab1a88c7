import { useMemo } from 'react';
import { ClockToken, LanguagesToken } from '../../composition/tokens.ts';
import { defineMessages } from '../../i18n/define-messages.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';

const words = defineMessages('days', {
  today: { en: 'Today', zh: '今天' },
  yesterday: { en: 'Yesterday', zh: '昨天' },
});

const DAY_MS = 24 * 3600 * 1000;

/** How a day is called, by its midnight in epoch milliseconds. */
export const useDayName = (): ((at: number) => string) => {
  const t = useText(words);
  const language = useStream(useService(LanguagesToken).language$);
  const midnight = new Date(useService(ClockToken).now()).setHours(0, 0, 0, 0);
  return useMemo(() => {
    const thisYear = new Date(midnight).getFullYear();
    const form = (year: boolean) =>
      new Intl.DateTimeFormat(language, {
        ...{ weekday: 'short', day: 'numeric', month: 'long' },
        ...(year ? { year: 'numeric' } : {}),
      });
    const [short, long] = [form(false), form(true)];
    return (at) => {
      const age = midnight - at;
      if (age === 0) return t('today');
      if (age > 0 && age < 1.5 * DAY_MS) return t('yesterday');
      return (new Date(at).getFullYear() === thisYear ? short : long).format(at);
    };
  }, [t, language, midnight]);
};
