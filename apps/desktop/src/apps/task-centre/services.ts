import type { UnfinishedUploads } from '@boxwood/domain';
import { boxUnfinishedUploads } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken, UploadsToken } from '../../composition/service-tokens.ts';

export const UnfinishedUploadsToken = token<UnfinishedUploads>('UnfinishedUploads');

export const bind = (session: ServiceScope): void => {
  session.bind(UnfinishedUploadsToken, [BoxClientToken, UploadsToken], boxUnfinishedUploads);
};
