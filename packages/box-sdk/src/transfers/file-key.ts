import type { BoxError, CallOptions, Client, Either, ResultOf } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { isNotOffered } from '../not-offered.ts';
import { GetFileKey } from '../session/commands.ts';

const hasNoKeys = (error: BoxError): boolean => error._tag === 'Malformed' || isNotOffered(error);

/**
 * The key for addresses of files, at any box: where {@link GetFileKey} is not known, which the specification does not have, the key is
 * empty and {@link fileUrl} gives the bare address. `expire` in seconds.
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
  return issued._tag === 'Left' && hasNoKeys(issued.left) ? right({ key: '', expire: 3600 }) : issued;
};
