import type { Drive } from '../model.ts';
import type { Settings } from '../settings/settings.ts';
import { forgetVolumes } from '../system/volumes.ts';
import { hostOf } from './box-addresses.ts';
import type { BoxIdentity, BoxAddresses } from './session-ports.ts';
import type { BoxLink } from './session.ts';

/** A box reached directly at `api`, without the account service. */
export const directLink = (identity: BoxIdentity, apiUrl: string, token: string, admin: boolean): BoxLink => {
  const ip = hostOf(apiUrl).replace(/:\d+$/, '');
  return {
    ...identity,
    nick: identity.boxName,
    mode: 'toloc',
    api: apiUrl,
    ip,
    wanIp: '',
    ipv6: '',
    token,
    relay: null,
    admin,
  };
};

/** A box of the account, on the LAN or through the relay (G-06). */
export const accountLink = (
  identity: BoxIdentity,
  drive: Drive,
  routes: BoxAddresses,
  token: string,
  mode: 'tolan' | 'towan',
  apiUrl: string,
): BoxLink => ({
  ...identity,
  boxName: drive.boxName,
  nick: drive.nick === '' ? drive.boxName : drive.nick,
  mode,
  api: apiUrl,
  ip: routes.lanIp,
  wanIp: routes.wanIp,
  ipv6: routes.ipv6,
  token,
  relay: mode === 'towan' ? routes.relay : null,
  admin: drive.role !== 'user',
});

/** Port of a URL; the default of its scheme where none is given. */
const portOf = (apiUrl: string): number =>
  Number(/:(\d+)$/.exec(hostOf(apiUrl))?.[1] ?? (apiUrl.startsWith('https:') ? 443 : 80));

/** Stores the box of a session in the settings (LOGIN-17, STATE-01, G-06). */
export const storeBoxLink = (settings: Settings, link: BoxLink): void => {
  if (settings.get('boxId') !== link.boxId) forgetVolumes(settings);
  settings.set('boxId', link.boxId);
  settings.set('boxNick', link.nick);
  settings.set('boxIp', link.ip);
  settings.set('boxLAN', link.mode === 'toloc' ? 'Y' : 'N');
  settings.set('boxNet', link.mode === 'towan' ? 'WAN' : 'LAN');
  settings.set('boxAdmin', link.admin ? 'Y' : 'N');
  settings.set('boxApi', link.api);
  settings.set('boxType', link.model);
  settings.set('boxVersion', link.version);
  // Documents open on the port of the page.
  const web = portOf(link.api);
  settings.set('boxPorts', { web, doc: web });
};
