import type { BoxError, CallOptions, Client, Either, ResultOf } from '@boxwood/command-bus';
import { BoxFailure, right } from '@boxwood/command-bus';
import { isNotOffered } from '../not-offered.ts';
import { GetFileKey } from '../session/session-commands.ts';
import type { FileUrlBase } from './file-urls.ts';

const isWithoutKeys = (error: BoxError): boolean => error._tag === 'Malformed' || isNotOffered(error);

/**
 * Gets the key for file URLs from any box: a box that does not know {@link GetFileKey}, which the specification does
 * not have, gives an empty key, and {@link fileUrl} returns the URL without a key. `expire` in seconds.
 *
 * @example
 * ```ts
 * const issued = await fileKeyOf(box);
 * if (issued._tag === 'Right') console.log(fileUrl({ base: 'http://box.lan:6900', key: issued.right.key }, '/mnt/usb1/ann/a.jpg'));
 * ```
 */
export const fileKeyOf = async (
  client: Pick<Client, 'exec'>,
  options: CallOptions = {},
): Promise<Either<BoxError, ResultOf<typeof GetFileKey>>> => {
  const issued = await client.exec(GetFileKey, {}, options)();
  return issued._tag === 'Left' && isWithoutKeys(issued.left) ? right({ key: '', expire: 3600 }) : issued;
};

/** How long before its expiry a file key is renewed, in ms. */
const KEY_RENEWAL_MARGIN_MS = 60_000;

/**
 * Returns a function that gives the common part of file URLs with a valid key. It renews the key before it expires, and
 * when the session token (`currentToken`) changes. A caller that processes many files for more than an hour calls it
 * before each file.
 *
 * @example
 * ```ts
 * const addresses = fileAddresses(box, 'http://box.lan:6900');
 * for (const name of ['a.jpg', 'b.jpg']) console.log(fileUrl(await addresses(), `/mnt/usb1/ann/${name}`));
 * ```
 */
export const fileAddresses = (
  client: Pick<Client, 'exec'>,
  base: string,
  currentToken: () => string = () => '',
): (() => Promise<FileUrlBase>) => {
  let key: { readonly text: string; readonly token: string; readonly expiresAt: number } | undefined;
  return async () => {
    // A key ends with its session.
    if (key === undefined || key.token !== currentToken() || Date.now() >= key.expiresAt) {
      const issued = await fileKeyOf(client);
      if (issued._tag === 'Left') throw new BoxFailure(issued.left, GetFileKey.name);
      const { key: text, expire } = issued.right;
      key = { text, token: currentToken(), expiresAt: Date.now() + expire * 1000 - KEY_RENEWAL_MARGIN_MS };
    }
    return { base, key: key.text };
  };
};
