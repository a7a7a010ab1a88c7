/**
 * Addresses: IPv4, IPv6, networks, ranges, domain names, URLs. All checks apply to the whole text; nothing is trimmed.
 */

/**
 * The 32-bit value of a dotted IPv4 address; undefined when the text is not one. Leading zeros are rejected because
 * other programs read them as octal.
 */
export const parseIPv4 = (text: string): number | undefined => {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part)) return undefined;
    const byte = Number(part);
    if (byte > 255) return undefined;
    value = value * 256 + byte;
  }
  return value;
};

const groupsOf = (text: string): readonly number[] | undefined => {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.includes('.')) {
      const embedded = index === parts.length - 1 ? parseIPv4(part) : undefined;
      if (embedded === undefined) return undefined;
      groups.push(Math.floor(embedded / 65536), embedded % 65536);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined;
      groups.push(Number.parseInt(part, 16));
    }
  }
  return groups;
};

/** The eight 16-bit groups of an IPv6 address (RFC 4291 text forms, no zone); undefined when the text is not one. */
export const parseIPv6 = (text: string): readonly number[] | undefined => {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const leading = groupsOf(halves[0] ?? '');
  const trailing = groupsOf(halves[1] ?? '');
  if (leading === undefined || trailing === undefined) return undefined;
  if (halves.length === 1) return leading.length === 8 ? leading : undefined;
  const missing = 8 - leading.length - trailing.length;
  return missing < 1 ? undefined : [...leading, ...Array.from({ length: missing }, () => 0), ...trailing];
};

/** VALID-100. */
export const isIPv4 = (text: string): boolean => parseIPv4(text) !== undefined;

/** VALID-102. */
export const isIPv6 = (text: string): boolean => parseIPv6(text) !== undefined;

/** VALID-101: an IPv4 or IPv6 network in prefix notation, such as `192.168.1.0/24`. */
export const isCidr = (text: string): boolean => {
  const cut = text.indexOf('/');
  if (cut < 0) return false;
  const address = text.slice(0, cut);
  const prefix = text.slice(cut + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix)) return false;
  const length = Number(prefix);
  return (isIPv4(address) && length <= 32) || (isIPv6(address) && length <= 128);
};

/** An IPv4 range `first-last`, first not above last (G-42). */
export const isIPv4Range = (text: string): boolean => {
  const parts = text.split('-');
  if (parts.length !== 2) return false;
  const [first, last] = parts.map(parseIPv4);
  return first !== undefined && last !== undefined && first <= last;
};

/** A whitelist entry: IPv4, IPv6, either as a network, or an IPv4 range (G-42). */
export const isAddressEntry = (text: string): boolean =>
  isIPv4(text) || isIPv6(text) || isCidr(text) || isIPv4Range(text);

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * VALID-104: a domain name of at least two labels (RFC 1123), at most 253 characters, the last label not all digits.
 * International names are expected in their ASCII form (`xn--...`).
 */
export const isDomain = (text: string): boolean => {
  if (text.length > 253) return false;
  const labels = text.split('.');
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
};

/**
 * A host under which a service can be reached: IPv4, IPv6 or a domain name; single-label host names of a LAN are valid
 * as well.
 */
export const isHost = (text: string): boolean =>
  isIPv4(text) || isIPv6(text) || isDomain(text) || (LABEL.test(text) && !/^\d+$/.test(text));

/** VALID-103: an absolute http, https or ftp address with a host and without spaces. */
export const isUrl = (text: string): boolean => {
  if (!/^(https?|ftp):\/\/[^\s/?#]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return isHost(hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);
};
