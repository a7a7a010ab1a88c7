import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { Shelf } from '../shelf.ts';
import type { Answer } from '../table.ts';
import { commands } from '../table.ts';
import { APP } from './codes.ts';
import { engineCommands } from './engine.ts';
import { imageCommands, images, registryCommands } from './images.ts';

type Status = 'running' | 'stopped' | 'paused';
interface Container {
  spec: Fields;
  status: Status;
}

const shelf = ofBox(() => new Shelf<Container>());

const asked = (call: Call, box: Box): Container & { readonly id: string } => {
  const found = shelf(box).find(call.text(0, 'id'));
  if (found === undefined) throw new Refusal(APP.absent);
  return found;
};

/** Start only when not running, stop and pause only when running, resume only when paused, delete only when stopped. */
const from =
  (allowed: readonly Status[], act: (container: Container & { readonly id: string }, box: Box) => void): Answer =>
  (call, box) => {
    const found = asked(call, box);
    if (!allowed.includes(found.status)) throw new Refusal(APP.state);
    act(found, box);
    return {};
  };

const to =
  (status: Status) =>
  (container: Container): void => {
    container.status = status;
  };

const listed = ({ id, spec, status }: Container & { readonly id: string }): Fields => ({ ...spec, id, status });

const checked = (call: Call, box: Box): Fields => {
  const spec = call.object(0, 'container');
  if (!/^[A-Za-z0-9._-]+$/.test(String(spec['name']))) throw call.bad('name');
  if (!images(box).all.some(({ name }) => name === spec['image'])) throw new Refusal(APP.noImage);
  return spec;
};

const table = commands(
  '/docker/container',
  {
    LIST: (call, box) => {
      const start = call.number(0, 'start', 0);
      const list = shelf(box).all;
      return { total: String(list.length), list: list.slice(start, start + call.number(1, 'count', 100)).map(listed) };
    },
    INFO: (call, box) => ({ container: listed(asked(call, box)) }),
    CREATE: (call, box) => {
      const spec = checked(call, box);
      if (shelf(box).all.some((one) => one.spec['name'] === spec['name'])) throw new Refusal(APP.known);
      shelf(box).add({ spec, status: 'stopped' });
      return {};
    },
    // Privileged rights cannot be revoked.
    UPDATE: (call, box) => {
      const spec = checked(call, box);
      const found = shelf(box).find(String(spec['id']));
      if (found === undefined) throw new Refusal(APP.absent);
      if (found.spec['privileged'] === 1 && spec['privileged'] !== 1) throw new Refusal(APP.state);
      found.spec = spec;
      return {};
    },
    START: from(['stopped', 'paused'], to('running')),
    STOP: from(['running'], to('stopped')),
    RESTART: from(['running', 'stopped', 'paused'], to('running')),
    PAUSE: from(['running'], to('paused')),
    UNPAUSE: from(['paused'], to('running')),
    REMOVE: from(['stopped'], ({ id }, box) => void shelf(box).remove(id)),
    TOP: (call, box) => {
      if (asked(call, box).status !== 'running') throw new Refusal(APP.state);
      return { list: [{ pid: '1' }] };
    },
    LOGS: (call, box) => {
      asked(call, box);
      return { lines: [] };
    },
    EXEC: (call, box) => {
      if (asked(call, box).status !== 'running') throw new Refusal(APP.state);
      return { url: `/port_7681/${call.text(0, 'id')}` };
    },
  },
  { access: 'admin', offer: 'containers' },
);

export const containers = [...engineCommands, ...table, ...imageCommands, ...registryCommands];
