import type { NetworkStorage } from '@boxwood/domain';
import { boxNetworkStorage } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken } from '../../composition/service-tokens.ts';

export const NetworkStorageToken = token<NetworkStorage>('NetworkStorage');

export const bind = (session: ServiceScope): void => {
  session.bind(NetworkStorageToken, [BoxClientToken], boxNetworkStorage);
};
