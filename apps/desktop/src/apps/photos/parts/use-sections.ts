import { useMemo } from 'react';
import { ClockToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { sectionsOn } from '../sections.ts';

/** The sections of Photos with their filters. Memories use today's date on this device. */
export const useSections = () => {
  const now = new Date(useService(ClockToken).now());
  const day = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  return useMemo(() => sectionsOn(day), [day]);
};
