import { ACC } from '@boxwood/account-sdk';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import type { Context, Parts } from '../parts.ts';
import { refuse } from '../parts.ts';
import { plugins } from './catalogue.ts';

/** The plugins that the provider offers. */
export const pluginHandlers = ({ settings }: Parts): TreeHandlers<typeof serviceTree, Context>['plugins'] => ({
  online: ({ boxType }) =>
    boxType === 'N2' || boxType === 'N3' || boxType === 'G2'
      ? { host: settings.pluginHost, list: plugins.filter(({ minVer }) => minVer[boxType] !== undefined) }
      : refuse(ACC.deviceType),
});
