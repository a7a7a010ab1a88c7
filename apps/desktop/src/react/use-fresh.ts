import type { ChangeArea } from '@boxwood/box-sdk';
import type { Outcome } from '@boxwood/domain';
import { ChangesToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';
import { useChanged } from './use-changed.ts';
import { type Loaded, useLoad } from './use-load.ts';
import { useStream } from './use-stream.ts';

/**
 * As {@link useLoad}, and again when the box tells of a change in `area`; at a box that tells nothing, every so many milliseconds. `ask` must be
 * stable.
 */
export const useFresh = <A>(
  ask: () => Outcome<A>,
  area: ChangeArea,
  every: number,
): readonly [Loaded<A>, () => void] => {
  const tells = useStream(useService(ChangesToken).tells$);
  const loaded = useLoad(ask, tells ? undefined : every);
  useChanged(area, loaded[1]);
  return loaded;
};
