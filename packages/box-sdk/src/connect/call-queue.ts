import type { BoxError, CallOptions, Client, CommandSpec, Either, ParamsOf, ResultOf } from '@boxwood/command-bus';
import { BoxFailure, left } from '@boxwood/command-bus';
import type { RetryOptions } from './retry.ts';
import { createBackoff, isBusy, isUnsent } from './retry.ts';

export interface QueueOptions extends RetryOptions {
  /** Maximum number of concurrent calls, 8 when absent: a box accepts ten per user, and an open desktop uses one. */
  readonly concurrency?: number;
}

const DEFAULT_CONCURRENCY = 8;

/** A semaphore with `limit` slots; callers beyond that wait in FIFO order. */
const createSemaphore = (limit: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <A>(work: () => Promise<A>): Promise<A> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

const isRetryable = (command: CommandSpec, error: BoxError): boolean =>
  isBusy(error) || isUnsent(error) || (command.idempotent && error._tag === 'Network');

/**
 * A client that queues calls: at most `concurrency` run at a time. Calls that the box refused as too many, before any
 * effect, are retried after a pause, including writes. A read is also retried after a lost connection, and any call if
 * it certainly never reached the box; all until `patienceMs` has passed. Transfers ({@link Client.transfer}) are not
 * queued, because uploads resume by themselves.
 *
 * @example
 * ```ts
 * const calm = queued(box, { concurrency: 4 });
 * await Promise.all(['May', 'June'].map((name) => calm.send(MakeFolder, { path: `/mnt/usb1/ann/${name}` })));
 * ```
 */
export const queued = (client: Client, options: QueueOptions = {}): Client => {
  const runInSlot = createSemaphore(options.concurrency ?? DEFAULT_CONCURRENCY);
  const exec =
    <C extends CommandSpec>(command: C, params: ParamsOf<C>, callOptions: CallOptions = {}) =>
    async (): Promise<Either<BoxError, ResultOf<C>>> => {
      // The box does not count long-polling calls, and in the queue they would block other calls.
      if (command.cost === 'waiting') return client.exec(command, params, callOptions)();
      const backoff = createBackoff(options, callOptions.signal);
      for (;;) {
        const result = await runInSlot(client.exec(command, params, callOptions));
        if (result._tag === 'Right' || !isRetryable(command, result.left)) return result;
        if (!(await backoff.wait())) return callOptions.signal?.aborted === true ? left({ _tag: 'Aborted' }) : result;
      }
    };
  const send = async <C extends CommandSpec>(
    command: C,
    params: ParamsOf<C>,
    callOptions?: CallOptions,
  ): Promise<ResultOf<C>> => {
    const result = await exec(command, params, callOptions)();
    if (result._tag === 'Left') throw new BoxFailure(result.left, command.name);
    return result.right;
  };
  return { ...client, exec, send };
};
