/** Port of a box's page and API (CONST-57). */
const WEB_PORT = 6900;

/** Base URL of a box's API on a host. */
export const boxApiUrl = (host: string, port: number): string =>
  `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;

/** API base URL from a typed box address: an IP or name, with or without port and scheme. */
export const apiFromTypedAddress = (typed: string): string => {
  const address = typed
    .trim()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
  return /^[^:]+:\d+$/.test(address) || /\]:\d+$/.test(address) ? `http://${address}` : boxApiUrl(address, WEB_PORT);
};

/** Host and port of a URL; returns the input if it is not a URL. */
export const hostOf = (apiUrl: string): string => {
  try {
    return new URL(apiUrl).host;
  } catch {
    return apiUrl;
  }
};
