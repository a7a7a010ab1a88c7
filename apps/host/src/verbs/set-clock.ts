import type { Machine } from '../machine.ts';
import type { OperationStep } from '../host-responses.ts';
import { PLAN_TIMEOUT_MS, VERBS } from '../protocol.ts';
import { requireProgram, definePlanner } from './planner.ts';

/** Reads the time zone, and whether the clock follows the network. */
const readClockSettings = async (
  machine: Machine,
): Promise<{ readonly zone: string; readonly ntp: 'yes' | 'no' | 'unknown' }> => {
  const timedatectl = machine.find('timedatectl');
  const output =
    timedatectl === undefined
      ? ''
      : (await machine.run(timedatectl, ['show', '-p', 'Timezone', '-p', 'NTP'], PLAN_TIMEOUT_MS / 2)).output;
  const values = new Map(
    output.split('\n').map((line): [string, string] => {
      const index = line.indexOf('=');
      return [line.slice(0, index), line.slice(index + 1)];
    }),
  );
  const ntp = values.get('NTP');
  return { zone: values.get('Timezone') ?? '', ntp: ntp === 'yes' || ntp === 'no' ? ntp : 'unknown' };
};

export const date = definePlanner(VERBS.date.params, {
  draft: async ({ time, zone, ntp }, machine) => {
    const now = await readClockSettings(machine);
    const words: string[] = [];
    const steps: OperationStep[] = [];
    const step = (what: string, program: string, args: readonly string[]): void => {
      words.push(what);
      steps.push({ program: requireProgram(machine, program), args });
    };
    if (zone !== undefined) step(`set the time zone to ${zone}`, 'timedatectl', ['set-timezone', zone]);
    // A clock that follows the network would overwrite a time that is set manually.
    if (ntp === 0 || (time !== undefined && now.ntp === 'yes'))
      step('turn off network time', 'timedatectl', ['set-ntp', 'false']);
    if (time !== undefined) step(`set the clock to ${new Date(time * 1000).toISOString()}`, 'date', ['-s', `@${time}`]);
    if (ntp === 1) step('turn on network time', 'timedatectl', ['set-ntp', 'true']);
    return { words: words.join(', '), steps, facts: { ...now } };
  },
  lacking: (machine) => ['date', 'timedatectl'].filter((program) => machine.find(program) === undefined),
});
