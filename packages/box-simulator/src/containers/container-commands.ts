import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import type { CommandHandler } from '../command-table.ts';
import { commands } from '../command-table.ts';
import { APP } from './container-codes.ts';
import { engineCommands } from './engine-commands.ts';
import { imageCommands, images, registryCommands } from './image-commands.ts';

type ContainerStatus = 'running' | 'stopped' | 'paused';
interface Container {
  spec: Fields;
  status: ContainerStatus;
}

const containerRepository = stateOfBox(() => new Repository<Container>());

const requireContainer = (call: CommandCall, box: BoxState): Container & { readonly id: string } => {
  const found = containerRepository(box).find(call.text(0, 'id'));
  if (found === undefined) throw new Refusal(APP.absent);
  return found;
};

/** Start only when not running, stop and pause only when running, resume only when paused, delete only when stopped. */
const whenStatus =
  (
    allowed: readonly ContainerStatus[],
    action: (container: Container & { readonly id: string }, box: BoxState) => void,
  ): CommandHandler =>
  (call, box) => {
    const found = requireContainer(call, box);
    if (!allowed.includes(found.status)) throw new Refusal(APP.state);
    action(found, box);
    return {};
  };

const setStatus =
  (status: ContainerStatus) =>
  (container: Container): void => {
    container.status = status;
  };

const containerFields = ({ id, spec, status }: Container & { readonly id: string }): Fields => ({
  ...spec,
  id,
  status,
});

const checkedSpec = (call: CommandCall, box: BoxState): Fields => {
  const spec = call.object(0, 'container');
  if (!/^[A-Za-z0-9._-]+$/.test(String(spec['name']))) throw call.bad('name');
  if (!images(box).all.some(({ name }) => name === spec['image'])) throw new Refusal(APP.noImage);
  return spec;
};

const containerTable = commands(
  '/docker/container',
  {
    LIST: (call, box) => {
      const start = call.number(0, 'start', 0);
      const list = containerRepository(box).all;
      return {
        total: String(list.length),
        list: list.slice(start, start + call.number(1, 'count', 100)).map(containerFields),
      };
    },
    INFO: (call, box) => ({ container: containerFields(requireContainer(call, box)) }),
    CREATE: (call, box) => {
      const spec = checkedSpec(call, box);
      if (containerRepository(box).all.some((one) => one.spec['name'] === spec['name'])) throw new Refusal(APP.known);
      containerRepository(box).add({ spec, status: 'stopped' });
      return {};
    },
    // Privileged rights cannot be revoked.
    UPDATE: (call, box) => {
      const spec = checkedSpec(call, box);
      const found = containerRepository(box).find(String(spec['id']));
      if (found === undefined) throw new Refusal(APP.absent);
      if (found.spec['privileged'] === 1 && spec['privileged'] !== 1) throw new Refusal(APP.state);
      found.spec = spec;
      return {};
    },
    START: whenStatus(['stopped', 'paused'], setStatus('running')),
    STOP: whenStatus(['running'], setStatus('stopped')),
    RESTART: whenStatus(['running', 'stopped', 'paused'], setStatus('running')),
    PAUSE: whenStatus(['running'], setStatus('paused')),
    UNPAUSE: whenStatus(['paused'], setStatus('running')),
    REMOVE: whenStatus(['stopped'], ({ id }, box) => void containerRepository(box).remove(id)),
    TOP: (call, box) => {
      if (requireContainer(call, box).status !== 'running') throw new Refusal(APP.state);
      return { list: [{ pid: '1' }] };
    },
    LOGS: (call, box) => {
      requireContainer(call, box);
      return { lines: [] };
    },
    EXEC: (call, box) => {
      if (requireContainer(call, box).status !== 'running') throw new Refusal(APP.state);
      return { url: `/port_7681/${call.text(0, 'id')}` };
    },
  },
  { access: 'admin', feature: 'containers' },
);

export const containers = [...engineCommands, ...containerTable, ...imageCommands, ...registryCommands];
