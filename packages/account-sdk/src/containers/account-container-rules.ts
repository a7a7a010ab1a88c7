import { failed, isHost, passed } from '@boxwood/command-bus/rules';

/** CONST-38, CONST-39: at most five registries and five mirrors. */
export const MAX_REGISTRIES = 5;

/** A registry or mirror: a host, with or without port and path, with or without https. */
export const checkRegistry = (address: string) => {
  const url = address.includes('://') ? address : `https://${address}`;
  if (/\s/.test(address) || !URL.canParse(url)) return failed('registry.format', { address });
  const { protocol, hostname } = new URL(url);
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return /^https?:$/.test(protocol) && isHost(host) ? passed : failed('registry.format', { address });
};
