import type { BoxError, Client, CommandSpec, Either } from '@boxwood/command-bus';
import { isUnheard, type LateCalls } from '@boxwood/domain';

/** Commands with a longer timeout than this, in ms, are slow by nature and are not reported as slow. */
const LONG = 20_000;
const isLong = ({ timeoutMs = 0 }: CommandSpec): boolean => timeoutMs > LONG;

/** Client middleware that reports unreachable and slow calls. */
export const hearLine = (client: Client, late: LateCalls, unheard: (error: BoxError) => void): Client => {
  const tell = (result: Either<BoxError, unknown>): void => {
    if (result._tag === 'Left' && isUnheard(result.left)) unheard(result.left);
  };
  const exec: Client['exec'] = (command, params, options) => {
    const call = client.exec(command, params, options);
    return async () => {
      const end = isLong(command) ? null : late.begin();
      const result = await call();
      end?.();
      tell(result);
      return result;
    };
  };
  const transfer: Client['transfer'] = (spec, query, body, options) => {
    const call = client.transfer(spec, query, body, options);
    return async () => {
      const result = await call();
      tell(result);
      return result;
    };
  };
  return { ...client, exec, transfer };
};
