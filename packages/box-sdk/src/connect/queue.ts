import type { BoxError, CallOptions, Client, CommandSpec, Either, ParamsOf, ResultOf } from '@boxwood/command-bus';
import { BoxFailure, left } from '@boxwood/command-bus';
import type { Patience } from './patience.ts';
import { backOff, isBusy, isUnsent } from './patience.ts';

export interface QueueOptions extends Patience {
  /** Calls that run at the same time, 8 when absent: a box takes ten of one person, and an open desktop is one of them. */
  readonly concurrency?: number;
}

const CONCURRENCY = 8;

/** Lets so many in at a time; the others wait in the order in which they came. */
const createTurns = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <A>(work: () => Promise<A>): Promise<A> => {
    if (running >= most) await new Promise<void>((enter) => waiting.push(enter));
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

const isWorthRepeating = (command: CommandSpec, error: BoxError): boolean =>
  isBusy(error) || isUnsent(error) || (command.idempotent && error._tag === 'Network');

/**
 * A client that queues: at most `concurrency` calls at a time, and what the box refused because there were too many, before it did anything,
 * is asked again after a pause, writes too. A read is also repeated when the line broke, anything when the box was surely never reached;
 * until the patience is over. Bytes ({@link Client.transfer}) pass as they are: uploads go on by themselves.
 *
 * @example
 * ```ts
 * const calm = queued(box, { concurrency: 4 });
 * await Promise.all(['May', 'June'].map((name) => calm.send(MakeFolder, { path: `/mnt/usb1/ann/${name}` })));
 * ```
 */
export const queued = (client: Client, options: QueueOptions = {}): Client => {
  const turn = createTurns(options.concurrency ?? CONCURRENCY);
  const exec =
    <C extends CommandSpec>(command: C, params: ParamsOf<C>, call: CallOptions = {}) =>
    async (): Promise<Either<BoxError, ResultOf<C>>> => {
      // Who waits for something is not counted by the box, and would keep the others from their turns.
      if (command.cost === 'waiting') return client.exec(command, params, call)();
      const patience = backOff(options, call.signal);
      for (;;) {
        const result = await turn(client.exec(command, params, call));
        if (result._tag === 'Right' || !isWorthRepeating(command, result.left)) return result;
        if (!(await patience.wait())) return call.signal?.aborted === true ? left({ _tag: 'Aborted' }) : result;
      }
    };
  const send = async <C extends CommandSpec>(
    command: C,
    params: ParamsOf<C>,
    call?: CallOptions,
  ): Promise<ResultOf<C>> => {
    const result = await exec(command, params, call)();
    if (result._tag === 'Left') throw new BoxFailure(result.left, command.name);
    return result.right;
  };
  return { ...client, exec, send };
};
