import { BOX_ID_HEADER, BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import type { RouterRequest } from '@boxwood/account-sdk/server';

/** The box identity that a caller claims in its headers. */
export const boxClaimOf = (headers: RouterRequest['headers']): { readonly boxId: string; readonly secret: string } => ({
  boxId: headers[BOX_ID_HEADER] ?? '',
  secret: headers[BOX_SECRET_HEADER] ?? '',
});
