import { useMemo } from 'react';
import { ClockToken, LanguagesToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { dateTime } from './format.ts';
import { common } from './messages.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Formats epoch seconds as a short time: "14:30" today, "Yesterday", "14 Nov", "14 Nov 2023". */
export const useWhen = (): ((seconds: number) => string) => {
  const c = useText(common);
  const language = useStream(useService(LanguagesToken).language$);
  const midnight = new Date(useService(ClockToken).now()).setHours(0, 0, 0, 0);
  return useMemo(() => {
    const thisYear = new Date(midnight).getFullYear();
    const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
    const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
    return (seconds) => {
      const at = new Date(seconds * 1000);
      const age = midnight - at.getTime();
      if (age <= 0 && age > -DAY_MS) return time.format(at);
      if (age > 0 && age <= DAY_MS) return c('yesterday');
      return (at.getFullYear() === thisYear ? day : date).format(at);
    };
  }, [c, language, midnight]);
};

/** Formats epoch seconds to the second, with names for two days: "Today 14:30", "Yesterday 09:05". */
export const useStamp = (): ((seconds: number) => string) => {
  const c = useText(common);
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
