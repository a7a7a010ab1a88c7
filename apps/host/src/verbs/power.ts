import { VERBS } from '../protocol.ts';
import { Lacking, planner } from './planner.ts';

const WORDS = { reboot: 'Restart this machine', powerOff: 'Switch this machine off' } as const;
/** The same words, as the programs of small systems are called. */
const PROGRAMS = { reboot: 'reboot', powerOff: 'poweroff' } as const;

export const power = planner(VERBS.power.params, {
  draft: ({ action }, machine) => {
    const systemctl = machine.find('systemctl');
    const program = systemctl ?? machine.find(PROGRAMS[action]);
    if (program === undefined) return Promise.reject(new Lacking('systemctl'));
    return Promise.resolve({
      words: WORDS[action],
      steps: [{ program, args: systemctl === undefined ? [] : [PROGRAMS[action]] }],
      // After a restart a plan to restart has been carried out.
      facts: { boot: machine.read('/proc/sys/kernel/random/boot_id') },
    });
  },
  lacking: (machine) =>
    ['systemctl', ...Object.values(PROGRAMS)].some((program) => machine.find(program) !== undefined)
      ? []
      : ['systemctl'],
});
