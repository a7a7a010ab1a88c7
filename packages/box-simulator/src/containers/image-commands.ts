import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall } from '../command-call.ts';
import { durationOf, TimedWork } from '../timed-work.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { commands } from '../command-table.ts';
import { APP } from './container-codes.ts';

export const images = stateOfBox(() => {
  const repository = new Repository<{ name: string; tag: string }>();
  repository.add({ name: 'nginx', tag: '1.27' });
  return repository;
});
const pulls = stateOfBox(() => new Repository<{ readonly work: TimedWork }>());
const registries = stateOfBox(() => ({ list: ['docker.io'] as readonly string[], mirrors: [] as readonly string[] }));

const requireImage = (call: CommandCall, box: BoxState) => {
  const found = images(box).find(call.text(0, 'id'));
  if (found === undefined) throw new Refusal(APP.absent);
  return found;
};

/** Fetches an image; the duration depends on its size. */
const fetchImage = (call: CommandCall, box: BoxState, bytes: number): { readonly id: string } => {
  const image = { name: call.text(0, 'name'), tag: call.text(1, 'tag') };
  const work = new TimedWork(box, durationOf(bytes), () => void images(box).add(image));
  return { id: pulls(box).add({ work }).id };
};

const STATES = { '-1': 'failed', '0': 'running', '1': 'done', '2': 'running', '3': 'running' } as const;

export const imageCommands = commands(
  '/docker/image',
  {
    LIST: (call, box) => {
      const start = call.number(0, 'start', 0);
      const list = images(box).all;
      return { total: String(list.length), list: list.slice(start, start + call.number(1, 'count', 100)) };
    },
    REMOVE: (call, box) => {
      images(box).remove(requireImage(call, box).id);
      return {};
    },
    SEARCH: (call) => ({ list: [{ name: call.text(0, 'keyword') }] }),
    PULL: (call, box) => fetchImage(call, box, 5e7),
    PULLSTATUS: (call, box) => {
      const found = pulls(box).find(call.text(0, 'id'));
      if (found === undefined) throw new Refusal(APP.absent);
      return { progress: String(found.work.progress), state: STATES[found.work.state] };
    },
    // Only a .tar file of the images folder.
    IMPORT: (call, box) => {
      if (!call.text(0, 'path').endsWith('.tar')) throw call.bad('path');
      return fetchImage(call, box, 1e7);
    },
    EXPORT: (call, box) => {
      requireImage(call, box);
      call.text(1, 'path');
      return {};
    },
  },
  { access: 'admin', feature: 'containers' },
);

const MAX_REGISTRIES = 5;

export const registryCommands = commands(
  '/docker/registry',
  {
    GET: (_, box) => registries(box),
    SET: (call, box) => {
      const [list, mirrors] = [call.texts(0, 'list'), call.texts(1, 'mirrors')];
      if (list.length > MAX_REGISTRIES || mirrors.length > MAX_REGISTRIES) throw new Refusal(GENERIC.overLimit);
      Object.assign(registries(box), { list, mirrors });
      return {};
    },
  },
  { access: 'admin', feature: 'containers' },
);
