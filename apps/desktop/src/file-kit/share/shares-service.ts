import { boxShares, type Shares } from '@boxwood/domain';
import { BoxClientToken, ClockToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** The links of this sign-in; they come with what makes or lists one. */
export const useShares = lateService('Shares', [BoxClientToken, UserToken, ClockToken], (box, user, clock): Shares =>
  boxShares(box, user, clock),
);
