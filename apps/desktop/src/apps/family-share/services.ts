import type { FamilyShares } from '@boxwood/domain';
import { boxFamilyShares } from '@boxwood/domain';
import { BoxClientToken, SessionToken } from '../../composition/service-tokens.ts';
import { type ServiceScope, token } from '../../composition/service-scope.ts';

export const FamilySharesToken = token<FamilyShares>('FamilyShares');

export const bind = (session: ServiceScope): void => {
  session.bind(FamilySharesToken, [BoxClientToken, SessionToken], (box, { stage$ }) =>
    boxFamilyShares(box, stage$.value.at === 'in' ? stage$.value.username : ''),
  );
};
