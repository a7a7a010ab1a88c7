import { ACC } from '@boxwood/account-sdk';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { refuse } from '../service-context.ts';
import { plugins } from './plugin-catalogue.ts';

/** The plugins that the provider offers. */
export const pluginHandlers = ({
  settings,
}: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['plugins'] => ({
  online: ({ boxType }) =>
    boxType === 'N2' || boxType === 'N3' || boxType === 'G2'
      ? { host: settings.pluginHost, list: plugins.filter(({ minVer }) => minVer[boxType] !== undefined) }
      : refuse(ACC.deviceType),
});
