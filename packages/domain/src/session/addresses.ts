/** The port a box serves its page and its API on (CONST-57). */
const WEB_PORT = 6900;

/** Base address of a box's API at a host. */
export const apiOf = (host: string, port: number): string =>
  `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;

/** What a person typed as the box's address: an IP or name, with or without port and scheme. */
export const directApi = (typed: string): string => {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
  return /^[^:]+:\d+$/.test(bare) || /\]:\d+$/.test(bare) ? `http://${bare}` : apiOf(bare, WEB_PORT);
};

/** Host and port of an address; what does not read as one is returned as it is. */
export const hostOf = (api: string): string => {
  try {
    return new URL(api).host;
  } catch {
    return api;
  }
};
