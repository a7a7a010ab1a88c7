import type { Client, CommandSpec, ParamsOf } from '@boxwood/command-bus';
import { fromTask } from '@boxwood/domain';

/** One call as a port's answer: cold, aborted when nobody waits any more. */
export const answer = <C extends CommandSpec>(client: Pick<Client, 'exec'>, command: C, params: ParamsOf<C>) =>
  fromTask((signal) => client.exec(command, params, { signal })());
