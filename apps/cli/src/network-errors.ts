import type { Transport } from '@boxwood/box-sdk';
import { fetchTransport, left, networkCode } from '@boxwood/box-sdk';
import { fileTransport } from '@boxwood/box-sdk/node';
import { translate } from './messages/translate.ts';

/** A call without a response, with the address it was sent to. */
export class UnreachableError extends Error {
  readonly address: string;

  constructor(address: string, cause: unknown) {
    super(address, { cause });
    this.address = address;
  }
}

/**
 * Transports that record the address of a failed call, and whether any call has succeeded: the client waits for a box
 * that responded before, but not for a wrong address.
 */
export const createCliTransports = (): {
  readonly transport: Transport;
  readonly transferTransport: Transport;
  readonly hasAnswered: () => boolean;
} => {
  let isAnswered = false;
  const withAddress = (inner: Transport): Transport => ({
    ...inner,
    exchange: async (request) => {
      const result = await inner.exchange(request);
      isAnswered ||= result._tag === 'Right';
      return result._tag === 'Left' && result.left._tag === 'Network'
        ? left({ _tag: 'Network', cause: new UnreachableError(new URL(request.url).origin, result.left.cause) })
        : result;
    },
  });
  return {
    hasAnswered: () => isAnswered,
    transport: withAddress(fetchTransport()),
    transferTransport: withAddress(fileTransport()),
  };
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: translate('no response; check that the box is on and that the port is right'),
  ENOTFOUND: translate('the host name does not exist'),
  EAI_AGAIN: translate('the host name could not be looked up; check that this computer is online'),
  EHOSTUNREACH: translate('the address cannot be reached from this network'),
  ENETUNREACH: translate('this computer has no network'),
  ETIMEDOUT: translate('no answer'),
  UND_ERR_CONNECT_TIMEOUT: translate('no answer'),
  ECONNRESET: translate('the connection was cut'),
  UND_ERR_SOCKET: translate('the connection was cut'),
  EPROTO: translate('it does not support https; try http://'),
  ERR_SSL_WRONG_VERSION_NUMBER: translate('it does not support https; try http://'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: translate('it does not support https; try http://'),
  DEPTH_ZERO_SELF_SIGNED_CERT: translate('its certificate is self-signed; add it with NODE_EXTRA_CA_CERTS'),
  CERT_HAS_EXPIRED: translate('its certificate has expired'),
};

/** One sentence for a network error: the address and the reason. */
export const networkErrorText = (cause: unknown): string => {
  const code = networkCode(cause);
  const reason = REASONS[code] ?? (code === '' ? translate('no answer') : translate('no answer ({code})', { code }));
  return cause instanceof UnreachableError ? `${cause.address}: ${reason}` : reason;
};
