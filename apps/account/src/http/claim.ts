import { BOX_ID_HEADER, BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import type { RouterRequest } from '@boxwood/account-sdk/server';

/** What a caller claims to be as a box. */
export const claimOf = (headers: RouterRequest['headers']): { readonly boxId: string; readonly secret: string } => ({
  boxId: headers[BOX_ID_HEADER] ?? '',
  secret: headers[BOX_SECRET_HEADER] ?? '',
});
