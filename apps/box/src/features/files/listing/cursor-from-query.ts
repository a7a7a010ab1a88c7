import type { Cursor } from '@boxwood/box-sdk';

/** The cursor that a page continues after; null for the first page. This box always writes sort keys as strings. */
export const cursorFromQuery = (query: { readonly hasbaseinfo: 0 | 1; readonly baseinfo?: Cursor }) =>
  query.hasbaseinfo === 1 && query.baseinfo !== undefined ? { ...query.baseinfo, k: String(query.baseinfo.k) } : null;
