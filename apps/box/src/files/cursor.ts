import type { Cursor } from '@boxwood/box-sdk';

/** Where a page goes on, as this box wrote it: its sort keys are texts. Null: from the beginning. */
export const cursorOf = (query: { readonly hasbaseinfo: 0 | 1; readonly baseinfo?: Cursor }) =>
  query.hasbaseinfo === 1 && query.baseinfo !== undefined ? { ...query.baseinfo, k: String(query.baseinfo.k) } : null;
