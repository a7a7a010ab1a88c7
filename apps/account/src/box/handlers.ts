import { ACC } from '@boxwood/account-sdk';
import type { VersionInfo } from '@boxwood/account-sdk';
import { compareVersions } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { seconds } from '../clock.ts';
import type { Context, Parts } from '../parts.ts';
import { refuse } from '../parts.ts';
import { grantRelay } from '../relay/grants.ts';
import { isOnline } from '../roster/handlers.ts';
import { boxOf } from '../roster/store.ts';
import { grantBoxToken } from '../session/box-tokens.ts';
import { versionsOf } from './versions.ts';

/** Addresses and firmware of boxes. */
export const boxHandlers = (parts: Parts): TreeHandlers<typeof serviceTree, Context>['box'] => {
  const { db, clock, settings, links, releases } = parts;
  /** Release notes of built-in versions and of the releases folder; where both have a version, the folder wins. */
  const notesOf = async (boxType: string, { language }: Context): Promise<readonly VersionInfo[]> => {
    const builtIn = versionsOf(boxType, language) ?? refuse(ACC.deviceType);
    return [...((await releases?.of(boxType, language)) ?? []), ...builtIn];
  };
  return {
    address: async ({ boxName }, { caller, token }) => {
      const { box } = await boxOf(db, caller, boxName);
      if (box.seen === 0 && !links.isConnected(box.box_id)) return refuse(ACC.noBox);
      const relay =
        settings.publicUrl === ''
          ? { relayUrl: '', relayHost: '', relayAuth: '' }
          : {
              relayUrl: `${settings.publicUrl}/relay`,
              relayHost: box.box_id,
              relayAuth: await grantRelay(db, seconds(clock), { boxId: box.box_id, userName: caller, session: token }),
            };
      return {
        lanIp: box.lan_ip,
        wanIp: box.wan_ip,
        ipv6: box.ipv6,
        apiPort: box.api_port,
        ...relay,
        online: isOnline(parts, box) ? 'Y' : 'N',
        boxToken: await grantBoxToken(db, clock, { boxId: box.box_id, userName: caller, session: token }),
      };
    },

    newestVersion: async ({ boxType }, context) => {
      const [newest] = (await notesOf(boxType, context)).toSorted((a, b) => compareVersions(b.Version, a.Version));
      return newest ?? refuse(ACC.badParameter);
    },

    version: async ({ boxType, version }, context) =>
      (await notesOf(boxType, context)).find((info) => info.Version === version) ?? refuse(ACC.badParameter, 'version'),
  };
};
