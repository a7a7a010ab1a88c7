import type { Machine } from '../machine.ts';
import { PLAN_TIMEOUT_MS, VERBS } from '../protocol.ts';
import { Lacking, requireProgram, definePlanner } from './planner.ts';

/** Services that manage the network; when several run, each manages a part of it. */
const NETWORK_SERVICES = ['NetworkManager.service', 'systemd-networkd.service', 'networking.service'] as const;

/** The running ones, and when each was started. */
const findRunningServices = async (machine: Machine, systemctl: string): Promise<ReadonlyMap<string, string>> => {
  const propertyArgs = ['Id', 'ActiveState', 'ActiveEnterTimestampMonotonic'].flatMap((name) => ['-p', name]);
  const { output } = await machine.run(systemctl, ['show', ...propertyArgs, ...NETWORK_SERVICES], PLAN_TIMEOUT_MS / 2);
  const found = output.split('\n\n').map((block) => {
    const lines = block.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line] as const);
    const value = (name: string): string => new Map(lines).get(name)?.slice(name.length + 1) ?? '';
    return [value('Id'), value('ActiveState'), value('ActiveEnterTimestampMonotonic')] as const;
  });
  return new Map(
    NETWORK_SERVICES.flatMap((name) =>
      found.filter(([id, state]) => id === name && state === 'active').map(([, , since]) => [name, since] as const),
    ),
  );
};

/** Restarts the network services, and nothing else (SYSTEM-18). */
export const network = definePlanner(VERBS.network.params, {
  draft: async (_, machine) => {
    const systemctl = requireProgram(machine, 'systemctl');
    const services = await findRunningServices(machine, systemctl);
    const names = [...services.keys()];
    if (names.length === 0) throw new Lacking('a network service');
    return {
      words: `restart ${names.map((name) => name.replace(/\.service$/, '')).join(', ')}`,
      steps: [{ program: systemctl, args: ['restart', ...names] }],
      // After the restart the start times differ, so the plan is stale and cannot run twice.
      facts: Object.fromEntries(services),
    };
  },
  lacking: (machine) => (machine.find('systemctl') === undefined ? ['systemctl'] : []),
});
