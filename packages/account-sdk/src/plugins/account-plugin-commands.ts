import { struct } from '@boxwood/command-bus/codecs';
import { ModelText } from '../box/account-box-model.ts';
import { readCommand } from '../define.ts';
import { PluginCatalogue } from './account-plugin-model.ts';

/**
 * The provider's plugins for a model; clients cache the response for an hour. `GET /plugin/onlineVersion` (A29).
 * Refusals: 1001, 2008.
 */
export const ListOnlinePlugins = readCommand({
  name: 'ListOnlinePlugins',
  path: '/plugin/onlineVersion',
  params: struct({ boxType: ModelText }),
  result: PluginCatalogue,
  refusals: [1001, 2008],
  access: 'user',
});
