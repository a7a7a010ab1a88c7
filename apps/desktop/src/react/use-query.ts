import type { ChangeArea } from '@boxwood/box-sdk';
import { type Asked, Query, type QueryDeps, type Question, toldOf } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import type { ServiceScope } from '../composition/service-scope.ts';
import { ChangesToken, SessionToken, StoreToken, VisibleToken } from '../composition/tokens.ts';
import { useScope } from './scope.tsx';
import { useStream } from './use-stream.ts';

/** When a screen asks again for what it shows. */
export interface Freshness {
  /** The area of the box's changes that the answer belongs to. */
  readonly about?: ChangeArea;
  /** Milliseconds between two questions; with `about` only at a box that tells nothing. */
  readonly every?: number;
}

const depsIn = (scope: ServiceScope, { about, every }: Freshness): QueryDeps => ({
  visible$: scope.get(VisibleToken),
  again$: scope.get(SessionToken).again$,
  ...(about === undefined
    ? {}
    : { told$: toldOf(scope.get(StoreToken), about), tells$: scope.get(ChangesToken).tells$ }),
  ...(every === undefined ? {} : { every }),
});

/**
 * A fact that this screen reads: asked when it opens, when `reload` is called, when the box told of a change, and again while it failed; aborted when
 * the screen closes. `ask` must be stable (useCallback), and a new one asks anew. `freshness` is that of the first time.
 */
export const useQuery = <A>(ask: () => Question<A>, freshness: Freshness = {}): readonly [Asked<A>, () => void] => {
  const scope = useScope();
  const [query] = useState(() => new Query(ask, depsIn(scope, freshness)));
  useEffect(() => {
    query.change(ask);
  }, [query, ask]);
  useEffect(() => {
    const watch = query.watch();
    return () => {
      watch.close();
    };
  }, [query]);
  return [useStream(query.state$), query.reload];
};
