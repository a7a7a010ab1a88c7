import { ACC } from '@boxwood/account-sdk';
import type { VersionInfo } from '@boxwood/account-sdk';
import { compareVersions } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { nowSeconds } from '../system-clock.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { refuse } from '../service-context.ts';
import { createRelayTicket } from '../relay/relay-tickets.ts';
import { isOnline } from '../roster/handlers.ts';
import { requireBoxOfUser } from '../roster/roster-store.ts';
import { createBoxToken } from '../session/box-tokens.ts';
import { versionsOf } from './versions.ts';

/** Addresses and firmware of boxes. */
export const boxHandlers = (parts: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['box'] => {
  const { db, clock, settings, links, releases } = parts;
  /** Release notes of built-in versions and of the releases folder; where both have a version, the folder wins. */
  const notesOf = async (boxType: string, { language }: CallContext): Promise<readonly VersionInfo[]> => {
    const builtIn = versionsOf(boxType, language) ?? refuse(ACC.deviceType);
    return [...((await releases?.listForModel(boxType, language)) ?? []), ...builtIn];
  };
  return {
    address: async ({ boxName }, { caller, token }) => {
      const { box } = await requireBoxOfUser(db, caller, boxName);
      if (box.seen === 0 && !links.isConnected(box.box_id)) return refuse(ACC.noBox);
      const relay =
        settings.publicUrl === ''
          ? { relayUrl: '', relayHost: '', relayAuth: '' }
          : {
              relayUrl: `${settings.publicUrl}/relay`,
              relayHost: box.box_id,
              relayAuth: await createRelayTicket(db, nowSeconds(clock), {
                boxId: box.box_id,
                userName: caller,
                session: token,
              }),
            };
      return {
        lanIp: box.lan_ip,
        wanIp: box.wan_ip,
        ipv6: box.ipv6,
        apiPort: box.api_port,
        ...relay,
        online: isOnline(parts, box) ? 'Y' : 'N',
        boxToken: await createBoxToken(db, clock, { boxId: box.box_id, userName: caller, session: token }),
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
