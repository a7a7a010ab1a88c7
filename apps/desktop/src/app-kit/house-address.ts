/** Names by which a computer calls itself: to every other device they lead elsewhere. */
const HERE = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** The address of this page for another device in the house: as it is here, or by the box's own address; null when nobody knows one. */
export const houseAddress = (page: Pick<Location, 'hostname' | 'origin' | 'port'>, boxIp: string): string | null => {
  if (!HERE.test(page.hostname)) return page.origin;
  if (boxIp === '' || HERE.test(boxIp)) return null;
  return `http://${boxIp}${page.port === '' ? '' : `:${page.port}`}`;
};
