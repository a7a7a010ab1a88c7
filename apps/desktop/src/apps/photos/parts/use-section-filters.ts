import { useMemo } from 'react';
import { ClockToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { sectionFiltersOn } from '../sections.ts';

/** The sections of Photos with their filters. Memories use today's date on this device. */
export const useSectionFilters = () => {
  const now = new Date(useService(ClockToken).now());
  const day = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  return useMemo(() => sectionFiltersOn(day), [day]);
};
