/** NAT products and dynamic domains (areas NAT and DDNS, G-42 to G-44). */
import { countCharacters } from './count-characters.ts';
import { checkMapping, checkPort, checkWhitelist, repeatedPort } from './port-rules.ts';
import type { PortMapping } from './port-rules.ts';
import { failed, passed, unless } from './verdict.ts';

/** CONST-36, CONST-37, CONST-43, CONST-44, CONST-49, CONST-50 and NAT-09. */
export const TUNNEL = {
  ports: { min: 10000, max: 50000 },
  whitelistMax: 5,
  remarkMax: 6,
  exchangeCodeLength: 8,
  freeFlowBytes: 1024 ** 3,
  /** Mbit/s; 0 is unlimited. */
  bandwidths: [5, 10, 15, 0],
  domainsFree: 1,
  domainsMax: 3,
} as const;

/** VALID-65: one public port. */
export const checkPublicPort = (port: number) => checkPort(port, TUNNEL.ports);

/** VALID-65 to VALID-68: the public ports of a product whose plan allows `maxPorts`. */
export const checkPublicPorts = (ports: readonly number[], maxPorts: number) =>
  checkPortRanges(
    ports.map((port) => ({ first: port, last: port })),
    maxPorts,
  );

const checkPortRanges = (ranges: readonly { readonly first: number; readonly last: number }[], maxPorts: number) => {
  if (ranges.length === 0) return failed('ports.none');
  for (const { first, last } of ranges) {
    const verdict = checkPublicPort(first);
    if (!verdict.ok) return verdict;
    const end = checkPublicPort(last);
    if (!end.ok) return end;
  }
  const repeated = repeatedPort(ranges);
  if (repeated !== undefined) return failed('ports.repeated', { port: repeated });
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return total > maxPorts ? failed('ports.tooMany', { max: maxPorts }) : passed;
};

/**
 * NAT-04 to NAT-07 and NAT-11: checks all mappings of a product together. Every port of a range counts towards the
 * plan.
 */
export const checkMappings = (mappings: readonly PortMapping[], maxPorts: number) => {
  for (const mapping of mappings) {
    const verdict = checkMapping(mapping);
    if (!verdict.ok) return verdict;
  }
  return checkPortRanges(
    mappings.map(({ from, fromEnd }) => ({ first: from, last: fromEnd ?? from })),
    maxPorts,
  );
};

/** VALID-69: checks the whitelist of a product; `maxWhite` comes from the plan, 5 unless the plan says otherwise. */
export const checkTunnelWhitelist = (entries: readonly string[], maxWhite: number = TUNNEL.whitelistMax) =>
  checkWhitelist(entries, { min: 1, max: maxWhite, star: false });

/** VALID-70: at most 6 characters. */
export const checkPortRemark = (text: string) =>
  countCharacters(text) > TUNNEL.remarkMax ? failed('tunnel.remarkLength', { max: TUNNEL.remarkMax }) : passed;

/** VALID-71: exactly 8 letters, digits or hyphens. */
export const checkExchangeCode = (text: string) => unless(/^[A-Za-z0-9-]{8}$/.test(text), 'tunnel.exchangeCode');

/** VALID-72, VALID-73: 6 to 16 lowercase letters or digits, not starting with `nat`. */
export const checkDomainHost = (text: string) => {
  if (!/^[a-z0-9]{6,16}$/.test(text)) return failed('domain.hostFormat');
  return text.startsWith('nat') ? failed('domain.hostNat') : passed;
};

/** NAT-12, ROLE-06: only the administrator of a box gets the trial. */
export const checkTrial = (admin: boolean) => unless(admin, 'tunnel.trialOrdinaryUser');

/** DDNS-04, ROLE-05: whether another domain may be added, and whether it needs a redemption code. */
export const domainSlot = (owned: number): 'free' | 'code' | 'none' => {
  if (owned < TUNNEL.domainsFree) return 'free';
  return owned < TUNNEL.domainsMax ? 'code' : 'none';
};

/** STATE-23, NAT-15: not activated, activated on a box, released from it. */
export const TUNNEL_STATES = ['inactive', 'active', 'released'] as const;
export type TunnelState = (typeof TUNNEL_STATES)[number];

export type TunnelAction = 'activate' | 'release';
/** The actions that a product offers; a released one can be activated again (A46, A47). */
export const tunnelActions = (state: TunnelState): readonly TunnelAction[] => {
  switch (state) {
    case 'inactive':
    case 'released':
      return ['activate'];
    case 'active':
      return ['release'];
  }
};
/** Checks whether an action is allowed in this state. */
export const checkTunnelAction = (action: TunnelAction, state: TunnelState) =>
  unless(tunnelActions(state).includes(action), 'tunnel.state');
/** The state of a product after an action. */
export const tunnelStateAfter = (action: TunnelAction): TunnelState => (action === 'activate' ? 'active' : 'released');
