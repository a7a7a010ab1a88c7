import type { Transport } from '@boxwood/command-bus';

/** Headers of calls between a box and the account service, in both directions. */
export const BOX_ID_HEADER = 'x-box-id';
export const BOX_SECRET_HEADER = 'x-box-secret';

/** Adds a box's identity to every request, for calls of the box to the account service. */
export const withBoxSecret = (transport: Transport, boxId: string, secret: string): Transport => ({
  reportsProgress: transport.reportsProgress,
  exchange: (request) =>
    transport.exchange({
      ...request,
      headers: { ...request.headers, [BOX_ID_HEADER]: boxId, [BOX_SECRET_HEADER]: secret },
    }),
});
