import { useMemo } from 'react';
import { ClockToken, LanguagesToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { dateTime } from './format-units.ts';
import { commonMessages } from './messages.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Formats epoch seconds as a short time: "14:30" today, "Yesterday", "14 Nov", "14 Nov 2023". */
export const useShortTime = (): ((seconds: number) => string) => {
  const c = useText(commonMessages);
  const language = useStream(useService(LanguagesToken).language$);
  const midnight = new Date(useService(ClockToken).now()).setHours(0, 0, 0, 0);
  return useMemo(() => {
    const thisYear = new Date(midnight).getFullYear();
    const timeFormat = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
    const dateFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
    return (seconds) => {
      const at = new Date(seconds * 1000);
      const age = midnight - at.getTime();
      if (age <= 0 && age > -DAY_MS) return timeFormat.format(at);
      if (age > 0 && age <= DAY_MS) return c('yesterday');
      return (at.getFullYear() === thisYear ? dayFormat : dateFormat).format(at);
    };
  }, [c, language, midnight]);
};

/** Formats epoch seconds to the second, with names for two days: "Today 14:30", "Yesterday 09:05". */
export const useTimestamp = (): ((seconds: number) => string) => {
  const c = useText(commonMessages);
  const midnight = new Date(useService(ClockToken).now()).setHours(0, 0, 0, 0);
  return useMemo(
    () => (seconds) => {
      const stamp = dateTime(seconds);
      const age = midnight - seconds * 1000;
      if (age > DAY_MS || age <= -DAY_MS) return stamp;
      return `${c(age > 0 ? 'yesterday' : 'today')} ${stamp.slice(11, 16)}`;
    },
    [c, midnight],
  );
};
