import { list, nothing, struct, text, yesNo, essential } from '@boxwood/command-bus/codecs';
import { repeatableCommand, changeCommand, changingGet, readCommand } from '../define.ts';
import { BoxText } from '../session/account-session-model.ts';
import { Domain, HostText, ShareEntrance } from './domain-model.ts';

/** The caller's domains; an ordinary user of a box gets those of its administrator. `POST /ddns/list` (A30). */
export const ListDomains = repeatableCommand({
  name: 'ListDomains',
  path: '/ddns/list',
  params: nothing,
  result: list(Domain),
  refusals: [1001],
  access: 'user',
});

/**
 * Reserves a domain. The first is free (`code` empty), the second and third need a redemption code (DDNS-04, G-44).
 *
 * `POST /ddns/add` (A31). Refusals: 1001, 1020 not an administrator, 1033 in use, 1040 starts with nat, 1046 unknown
 * code, 1047 code of another kind or limit reached, 1048 code used, 1049 failed, 2004 form, 2002 too many tries.
 */
export const AddDomain = changeCommand({
  name: 'AddDomain',
  path: '/ddns/add',
  params: struct({
    domain: HostText,
    /** Redemption code; empty for the first domain, which is free. */
    code: text(0, 32),
  }),
  result: Domain,
  refusals: [1001, 1020, 1033, 1040, 1046, 1047, 1048, 1049, 2002],
  access: 'user',
  secrets: ['code'],
});

/** Points a domain to a box. `POST /ddns/enable` (A32). Refusals: 1001, 1020, 1035. */
export const EnableDomain = changeCommand({
  name: 'EnableDomain',
  path: '/ddns/enable',
  params: struct({ domain: HostText, boxName: BoxText }),
  result: nothing,
  refusals: [1001, 1020, 1035],
  access: 'user',
});

/** Stops a domain. `POST /ddns/stop` (A33). Refusals: 1001, 1020. */
export const StopDomain = changeCommand({
  name: 'StopDomain',
  path: '/ddns/stop',
  params: struct({ domain: HostText }),
  result: nothing,
  refusals: [1001, 1020],
  access: 'user',
});

/** Releases a domain, which must not be in use. `POST /ddns/delete` (A34). Refusals: 1001, 1020, 2004 while in use. */
export const DeleteDomain = changeCommand({
  name: 'DeleteDomain',
  path: '/ddns/delete',
  params: struct({ domain: HostText }),
  result: nothing,
  refusals: [1001, 1020],
  access: 'user',
});

/** Switches the HTTP share entrance of a box; `domain` may be empty for the relay's host. `POST /ddns/boxFileShare` (A35). Refusals: 1001, 1020, 1035. */
export const SetShareEntrance = changeCommand({
  name: 'SetShareEntrance',
  path: '/ddns/boxFileShare',
  params: struct({
    boxid: BoxText,
    /** Y: links can be opened from the internet. */
    enabled: yesNo,
    /** A domain of the caller; empty: the host of the relay. */
    domain: text(0, 64),
  }),
  result: nothing,
  refusals: [1001, 1020, 1035],
  access: 'user',
});

/** Target of the HTTP share links of a box. `GET /ddns/boxFileShareInfo` (A06). Refusals: 1001, 1035. */
export const GetShareEntrance = readCommand({
  name: 'GetShareEntrance',
  path: '/ddns/boxFileShareInfo',
  params: struct({ boxid: BoxText }),
  result: ShareEntrance,
  refusals: [1001, 1035],
  access: 'user',
});

/**
 * Whether a host name is available. `GET /ddns/check` (A36). Refusals: 1001, 1033 in use, 1040 starts with nat, 2004
 * form.
 */
export const CheckDomain = readCommand({
  name: 'CheckDomain',
  path: '/ddns/check',
  params: struct({ domain: HostText }),
  result: struct({
    /** Y: it can be reserved. Unavailable names are refused instead. */
    usable: essential(yesNo),
  }),
  refusals: [1001, 1033, 1040],
  access: 'user',
});

/** Reports whether a box uses a domain. `GET /ddns/using` (A37). Refusals: 1001, 1020. */
export const ReportDomainUse = changingGet({
  name: 'ReportDomainUse',
  path: '/ddns/using',
  params: struct({
    /** Id of the domain from `domains.list`. */
    id: text(1, 64),
    /** Y: the box uses it. */
    used: yesNo,
  }),
  result: nothing,
  refusals: [1001, 1020],
  access: 'user',
});
