import { VERBS } from '../protocol.ts';
import { Lacking, definePlanner } from './planner.ts';

const LABELS = { reboot: 'Restart this machine', powerOff: 'Switch this machine off' } as const;
/** Programs for the same actions on small systems. */
const PROGRAMS = { reboot: 'reboot', powerOff: 'poweroff' } as const;

export const power = definePlanner(VERBS.power.params, {
  draft: ({ action }, machine) => {
    const systemctl = machine.find('systemctl');
    const program = systemctl ?? machine.find(PROGRAMS[action]);
    if (program === undefined) return Promise.reject(new Lacking('systemctl'));
    return Promise.resolve({
      words: LABELS[action],
      steps: [{ program, args: systemctl === undefined ? [] : [PROGRAMS[action]] }],
      // After the restart the boot id differs, so the plan is stale and cannot run twice.
      facts: { boot: machine.read('/proc/sys/kernel/random/boot_id') },
    });
  },
  lacking: (machine) =>
    ['systemctl', ...Object.values(PROGRAMS)].some((program) => machine.find(program) !== undefined)
      ? []
      : ['systemctl'],
});
