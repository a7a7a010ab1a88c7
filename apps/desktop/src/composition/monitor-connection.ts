import type { BoxError, Client, CommandSpec, Either } from '@boxwood/command-bus';
import { isUnreachable, type SlowCalls } from '@boxwood/domain';

/** Commands with a longer timeout than this, in ms, are slow by nature and are not reported as slow. */
const SLOW_COMMAND_TIMEOUT_MS = 20_000;
const isSlowByNature = ({ timeoutMs = 0 }: CommandSpec): boolean => timeoutMs > SLOW_COMMAND_TIMEOUT_MS;

/** Client middleware that reports unreachable and slow calls. */
export const withConnectionMonitor = (
  client: Client,
  slowCalls: SlowCalls,
  onUnreachable: (error: BoxError) => void,
): Client => {
  const reportUnreachable = (result: Either<BoxError, unknown>): void => {
    if (result._tag === 'Left' && isUnreachable(result.left)) onUnreachable(result.left);
  };
  const exec: Client['exec'] = (command, params, options) => {
    const call = client.exec(command, params, options);
    return async () => {
      const endCall = isSlowByNature(command) ? null : slowCalls.begin();
      const result = await call();
      endCall?.();
      reportUnreachable(result);
      return result;
    };
  };
  const transfer: Client['transfer'] = (spec, query, body, options) => {
    const call = client.transfer(spec, query, body, options);
    return async () => {
      const result = await call();
      reportUnreachable(result);
      return result;
    };
  };
  return { ...client, exec, transfer };
};
