import type { DiskAdmin } from '@boxwood/domain';
import { boxDiskAdmin } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken } from '../../composition/service-tokens.ts';

export const DiskAdminToken = token<DiskAdmin>('DiskAdmin');

export const bind = (session: ServiceScope): void => {
  // Two apps use this service; the app that is opened first has bound it.
  if (session.has(DiskAdminToken)) return;
  session.bind(DiskAdminToken, [BoxClientToken], boxDiskAdmin);
};
