import type { Machine } from '../machine.ts';
import { PLAN_MS, VERBS } from '../protocol.ts';
import { Lacking, needed, planner } from './planner.ts';

/** What keeps a machine on its network; of several that run each has a part of it. */
const SERVICES = ['NetworkManager.service', 'systemd-networkd.service', 'networking.service'] as const;

/** Those of them that run, and since when. */
const running = async (machine: Machine, systemctl: string): Promise<ReadonlyMap<string, string>> => {
  const asked = ['Id', 'ActiveState', 'ActiveEnterTimestampMonotonic'].flatMap((name) => ['-p', name]);
  const { output } = await machine.run(systemctl, ['show', ...asked, ...SERVICES], PLAN_MS / 2);
  const found = output.split('\n\n').map((block) => {
    const lines = block.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line] as const);
    const value = (name: string): string => new Map(lines).get(name)?.slice(name.length + 1) ?? '';
    return [value('Id'), value('ActiveState'), value('ActiveEnterTimestampMonotonic')] as const;
  });
  return new Map(
    SERVICES.flatMap((name) =>
      found.filter(([id, state]) => id === name && state === 'active').map(([, , since]) => [name, since] as const),
    ),
  );
};

/** Restarts what keeps the machine on its network, and nothing else (SYSTEM-18). */
export const network = planner(VERBS.network.params, {
  draft: async (_, machine) => {
    const systemctl = needed(machine, 'systemctl');
    const services = await running(machine, systemctl);
    const names = [...services.keys()];
    if (names.length === 0) throw new Lacking('a network service');
    return {
      words: `restart ${names.map((name) => name.replace(/\.service$/, '')).join(', ')}`,
      steps: [{ program: systemctl, args: ['restart', ...names] }],
      // After a restart a plan to restart has been carried out.
      facts: Object.fromEntries(services),
    };
  },
  lacking: (machine) => (machine.find('systemctl') === undefined ? ['systemctl'] : []),
});
