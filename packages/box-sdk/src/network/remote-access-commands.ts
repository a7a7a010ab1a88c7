import {
  flagText,
  int,
  intBetween,
  intText,
  noArguments,
  nothing,
  positional,
  shortList,
  str,
  struct,
  text,
} from '@boxwood/command-bus/codecs';
import { shellCommand, natCommand } from '../define-commands.ts';
import { RemoteStatus, RemoteConfig } from './network-model.ts';

/** Remote access to the box from outside the local network. */

/**
 * Reads the public addresses of the box; empty if unknown.
 *
 * `POST /eshell` `GETPUBLICIP []` (B110). Refusals: 3 failed, 7 the account service does not respond.
 *
 * @example
 * ```ts
 * const { ip } = await box.send(GetPublicIp, {});
 * ```
 */
export const GetPublicIp = shellCommand({
  name: 'GetPublicIp',
  cmd: 'GETPUBLICIP',
  params: noArguments,
  result: struct({
    /** Public address of the box; empty: unknown. */
    ip: str,
    /** Public address of the box; empty: unknown. */
    ipv6: str,
  }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
});

/**
 * Reads the NAT type of the router in front of the box.
 *
 * `POST /starplan` `GETNATTYPE {}` (B100): 0 open, 1 full cone, 2 restricted, 3 port restricted, 4 symmetric, 5
 * unknown. Refusals: 3 failed, 7 no answer.
 *
 * @example
 * ```ts
 * const { nattype } = await box.send(GetNatType, {});
 * console.log(NAT_TYPES[nattype]);
 * ```
 */
export const GetNatType = natCommand({
  name: 'GetNatType',
  cmd: 'GETNATTYPE',
  params: nothing,
  result: struct({
    /** 0 open, 1 full cone, 2 restricted, 3 port restricted, 4 symmetric, 5 unknown: `NAT_TYPES`. */
    nattype: int,
  }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
});

/**
 * Reads the state of the remote connection.
 *
 * `POST /eshell` `FRPCSTATUS []` (B25). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { status, msg } = await box.send(GetRemoteStatus, {});
 * ```
 */
export const GetRemoteStatus = shellCommand({
  name: 'GetRemoteStatus',
  cmd: 'FRPCSTATUS',
  params: noArguments,
  result: RemoteStatus,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Reads the settings of the remote connection.
 *
 * `POST /eshell` `FRPCCFGGET []` (X35). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { port, white } = await box.send(GetRemoteConfig, {});
 * ```
 */
export const GetRemoteConfig = shellCommand({
  name: 'GetRemoteConfig',
  cmd: 'FRPCCFGGET',
  params: noArguments,
  result: RemoteConfig,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Sets the remote connection: one port from 10000 to 20000 and up to 5 whitelist entries (none blocks everyone, `*`
 * allows everyone). Administrator only.
 *
 * `POST /eshell` `FRPCCFGSET [enable, port, white1, ...]` (X36). Refusals: 11 port in use or out of range, 16 more than
 * five entries.
 *
 * @example
 * ```ts
 * await box.send(SetRemoteConfig, { enable: 1, port: 12022, white: ['203.0.113.0/24'] });
 * ```
 */
export const SetRemoteConfig = shellCommand({
  name: 'SetRemoteConfig',
  cmd: 'FRPCCFGSET',
  params: positional(
    {
      /** 0 switches it off. */
      enable: flagText,
      /** Port on the node, 10000 to 20000. */
      port: intText(intBetween(1, 65535)),
    },
    {
      /** Allowed addresses, at most 5; empty: none, `*`: all. */
      key: 'white',
      codec: shortList(text(1, 100), 0, 20),
    },
  ),
  result: struct({}),
  refusals: [11, 13, 16],
  access: 'admin',
  idempotent: false,
});
