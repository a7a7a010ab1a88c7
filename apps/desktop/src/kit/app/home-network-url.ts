/** Loopback names, which lead other devices to themselves. */
const LOOPBACK_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The URL of this page for another device in the home network: the current origin, or the box's own address; null when
 * neither is known.
 */
export const homeNetworkUrl = (page: Pick<Location, 'hostname' | 'origin' | 'port'>, boxIp: string): string | null => {
  if (!LOOPBACK_HOST.test(page.hostname)) return page.origin;
  if (boxIp === '' || LOOPBACK_HOST.test(boxIp)) return null;
  return `http://${boxIp}${page.port === '' ? '' : `:${page.port}`}`;
};
