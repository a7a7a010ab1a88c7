import type { LazyResult, QueryState } from '@boxwood/domain';
import { useState } from 'react';
import { useQuery } from '../../../platform/react/use-query.ts';

/** A measurement of the box. A repeated one counts as loading until it has an answer; `load` must be stable. */
export const useMeasure = <A>(load: () => LazyResult<A>): readonly [QueryState<A>, () => void] => {
  const [measured, reload] = useQuery(load);
  /** The answer that the user asked to replace. */
  const [replaced, setReplaced] = useState<QueryState<A> | null>(null);
  return [
    measured === replaced ? { at: 'loading' } : measured,
    () => {
      setReplaced(measured);
      reload();
    },
  ];
};
