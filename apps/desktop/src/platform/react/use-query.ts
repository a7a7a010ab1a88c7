import type { ChangeArea } from '@boxwood/box-sdk';
import { type QueryState, Query, type QueryDeps, type LazyResult, changesInArea } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { ChangesToken, SessionToken, StoreToken, VisibleToken } from '../../composition/service-tokens.ts';
import { useScope } from './scope.tsx';
import { useStream } from './use-stream.ts';

/** When a screen reloads its data. */
export interface Freshness {
  /** The area of the box's changes that affects the data. */
  readonly about?: ChangeArea;
  /** Poll interval in ms; with `about`, used only with a box that reports no changes. */
  readonly every?: number;
}

const queryDepsFor = (scope: ServiceScope, { about, every }: Freshness): QueryDeps => ({
  visible$: scope.get(VisibleToken),
  retry$: scope.get(SessionToken).retry$,
  ...(about === undefined
    ? {}
    : { changed$: changesInArea(scope.get(StoreToken), about), isLive$: scope.get(ChangesToken).isLive$ }),
  ...(every === undefined ? {} : { pollIntervalMs: every }),
});

/**
 * Data that this screen reads: requested when the screen opens, when `reload` is called, when the box reports a change,
 * and again after a failure; aborted when the screen closes. `load` must be stable (useCallback); a new one requests
 * again. `freshness` is read on the first render only.
 */
export const useQuery = <A>(
  load: () => LazyResult<A>,
  freshness: Freshness = {},
): readonly [QueryState<A>, () => void] => {
  const scope = useScope();
  const [query] = useState(() => new Query(load, queryDepsFor(scope, freshness)));
  useEffect(() => {
    query.changeRequest(load);
  }, [query, load]);
  useEffect(() => {
    const watch = query.watch();
    return () => {
      watch.close();
    };
  }, [query]);
  return [useStream(query.state$), query.reload];
};
