import { boxShares, type Shares } from '@boxwood/domain';
import { BoxClientToken, ClockToken, UserToken } from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';

/** Lazy service: share links of the signed-in user. Loaded with the first dialog or list that needs them. */
export const useShares = lazyService('Shares', [BoxClientToken, UserToken, ClockToken], (box, user, clock): Shares =>
  boxShares(box, user, clock),
);
