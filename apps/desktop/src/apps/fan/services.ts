import type { Fan } from '@boxwood/domain';
import { boxFan } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken } from '../../composition/service-tokens.ts';

export const FanToken = token<Fan>('Fan');

export const bind = (session: ServiceScope): void => {
  session.bind(FanToken, [BoxClientToken], boxFan);
};
