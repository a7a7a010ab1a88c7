/** Loopback names, which lead other devices to themselves. */
const HERE = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The URL of this page for another device in the home network: the current origin, or the box's own address; null when
 * neither is known.
 */
export const houseAddress = (page: Pick<Location, 'hostname' | 'origin' | 'port'>, boxIp: string): string | null => {
  if (!HERE.test(page.hostname)) return page.origin;
  if (boxIp === '' || HERE.test(boxIp)) return null;
  return `http://${boxIp}${page.port === '' ? '' : `:${page.port}`}`;
};
