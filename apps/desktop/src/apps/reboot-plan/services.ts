import type { RebootPlans } from '@boxwood/domain';
import { boxRebootPlans } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken } from '../../composition/service-tokens.ts';

export const RebootPlansToken = token<RebootPlans>('RebootPlans');

export const bind = (session: ServiceScope): void => {
  session.bind(RebootPlansToken, [BoxClientToken], boxRebootPlans);
};
