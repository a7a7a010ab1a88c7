import type { Transport } from '@boxwood/box-sdk';
import { fetchTransport, left, networkCode } from '@boxwood/box-sdk';
import { fileTransport } from '@boxwood/box-sdk/node';
import { say } from './words/say.ts';

/** A call without a response, with the address it was sent to. */
export class Unreached extends Error {
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
export const namedTransports = (): {
  readonly transport: Transport;
  readonly transferTransport: Transport;
  readonly hasAnswered: () => boolean;
} => {
  let answered = false;
  const named = (inner: Transport): Transport => ({
    ...inner,
    exchange: async (request) => {
      const result = await inner.exchange(request);
      answered ||= result._tag === 'Right';
      return result._tag === 'Left' && result.left._tag === 'Network'
        ? left({ _tag: 'Network', cause: new Unreached(new URL(request.url).origin, result.left.cause) })
        : result;
    },
  });
  return {
    hasAnswered: () => answered,
    transport: named(fetchTransport()),
    transferTransport: named(fileTransport()),
  };
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: say('nothing answers there; is the box on, and is the port right?'),
  ENOTFOUND: say('there is no host of that name'),
  EAI_AGAIN: say('the name could not be looked up; is this computer online?'),
  EHOSTUNREACH: say('there is no way to that address'),
  ENETUNREACH: say('this computer has no network'),
  ETIMEDOUT: say('no answer'),
  UND_ERR_CONNECT_TIMEOUT: say('no answer'),
  ECONNRESET: say('the connection was cut'),
  UND_ERR_SOCKET: say('the connection was cut'),
  EPROTO: say('it does not speak https; try http://'),
  ERR_SSL_WRONG_VERSION_NUMBER: say('it does not speak https; try http://'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: say('it does not speak https; try http://'),
  DEPTH_ZERO_SELF_SIGNED_CERT: say('its certificate is its own; name it with NODE_EXTRA_CA_CERTS'),
  CERT_HAS_EXPIRED: say('its certificate has expired'),
};

/** One sentence for a network error: the address and the reason. */
export const networkWords = (cause: unknown): string => {
  const code = networkCode(cause);
  const reason = REASONS[code] ?? (code === '' ? say('no answer') : say('no answer ({code})', { code }));
  return cause instanceof Unreached ? `${cause.address}: ${reason}` : reason;
};
