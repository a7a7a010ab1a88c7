import type { Machine } from '../machine.ts';
import type { HostArray } from '../host-responses.ts';

/** A device with array metadata on it. */
export interface ArrayPart {
  readonly name: string;
  readonly serial: string;
  readonly size: number;
  /** UUID of the array in its metadata; empty when there is none. */
  readonly uuid: string;
  /** The array in which the kernel uses it; empty for none. */
  readonly of: string;
}

type ArrayMember = HostArray['members'][number];

const memberOf = (machine: Machine, { name, serial, size, of }: ArrayPart): ArrayMember => {
  const readMdFile = (file: string): string => machine.read(`/sys/class/block/${of}/md/dev-${name}/${file}`);
  const states = readMdFile('state').split(',');
  const state = (): ArrayMember['state'] => {
    if (of === '') return 'left';
    if (states.includes('faulty')) return 'faulty';
    if (states.includes('in_sync')) return 'active';
    return readMdFile('slot') === 'none' ? 'spare' : 'syncing';
  };
  return { name, serial, size, state: state() };
};

const parseNumber = (text: string): number => (Number.isSafeInteger(Number(text)) ? Number(text) : 0);

/** Arrays of these devices, also those that do not run. The kernel reports their state without a disk access. */
export const arraysOf = (
  machine: Machine,
  parts: readonly ArrayPart[],
  sizeOf: (name: string) => number,
): readonly HostArray[] =>
  [...new Set(parts.map(({ uuid }) => uuid))]
    .filter((uuid) => uuid !== '')
    .flatMap((uuid) => {
      const running = new Set(parts.flatMap((part) => (part.uuid === uuid && part.of !== '' ? [part.of] : [])));
      // Copies of a disk have the same UUID, and each may run as its own array.
      return [...(running.size === 0 ? [''] : running)].map((name, index) => ({ uuid, name, hasLeft: index === 0 }));
    })
    .map(({ uuid, name, hasLeft }) => {
      const ownParts = parts.filter((part) => part.uuid === uuid && (part.of === name || (part.of === '' && hasLeft)));
      const readMdFile = (file: string): string =>
        name === '' ? '' : machine.read(`/sys/class/block/${name}/md/${file}`);
      const [done = '', all = ''] = readMdFile('sync_completed').split(' / ');
      return {
        name,
        uuid,
        level: readMdFile('level').replace(/^raid/, ''),
        size: name === '' ? 0 : sizeOf(name),
        runs: name !== '' && !['', 'clear', 'inactive'].includes(readMdFile('array_state')) ? 1 : 0,
        disks: parseNumber(readMdFile('raid_disks')),
        degraded: parseNumber(readMdFile('degraded')),
        action: readMdFile('sync_action'),
        progress: parseNumber(all) === 0 ? 0 : Math.floor((100 * parseNumber(done)) / parseNumber(all)),
        // The kernel reports KiB per second.
        speed: parseNumber(readMdFile('sync_speed')) * 1024,
        members: ownParts.map((part) => memberOf(machine, part)),
      };
    });
