import { struct, text } from '@boxwood/command-bus/codecs';
import { readCommand } from '../define.ts';
import { BoxText } from '../session/account-session-model.ts';
import { BoxAddress, ModelText, VersionInfo } from './account-box-model.ts';

/**
 * Where a box of the caller can be reached, directly and through the relay. Every call returns a new relay ticket.
 *
 * `GET /box/boxIP` (A21). Refusals: 1001, 1035 not a box of the caller, or it never reported an address.
 */
export const GetBoxAddress = readCommand({
  name: 'GetBoxAddress',
  path: '/box/boxIP',
  params: struct({ boxName: BoxText }),
  result: BoxAddress,
  refusals: [1001, 1035],
  access: 'user',
});

/** The newest firmware of a model. `GET /box/deviceVersion` (A19). Refusals: 1001, 2008 unknown model. */
export const GetNewestVersion = readCommand({
  name: 'GetNewestVersion',
  path: '/box/deviceVersion',
  params: struct({ boxType: ModelText }),
  result: VersionInfo,
  refusals: [1001, 2008],
  access: 'user',
});

/** Name and notes of one version. `GET /box/getVersionName` (A20). Refusals: 1001, 2004 unknown version, 2008 unknown model. */
export const GetVersion = readCommand({
  name: 'GetVersion',
  path: '/box/getVersionName',
  params: struct({
    boxType: ModelText,
    /** The requested version, for example `1.0.1018`. */
    version: text(1, 32),
  }),
  result: VersionInfo,
  refusals: [1001, 2008],
  access: 'user',
});
