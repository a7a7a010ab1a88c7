import type { Clock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import type { Faults } from '../faults.ts';
import type { Facts } from '../identity/facts.ts';
import { Host } from '../runtime/host.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Timetable } from '../runtime/timetable.ts';
import { systemHandlers } from './handlers.ts';
import { Power } from './power.ts';
import { FanRules } from './fan.ts';
import { Holds } from './holds.ts';
import { RebootPlans } from './reboot.ts';
import { RootSettings } from './root-settings.ts';
import { readFan } from './sys.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly faults: Faults;
  readonly facts: Facts;
  readonly timetable: Timetable;
  readonly clock: Clock;
}

/** System commands. The helper runs those that need root. */
export const systemFeature = defineFeature({
  make: ({ config, faults, facts, timetable, clock }: Needs, scope) => {
    const host = new Host({ place: config.helper, stateDir: config.stateDir, dataDir: config.dataDir });
    scope.defer(() => host.close());
    const power = new Power(host, (fault) => faults.note(fault, 'power'));
    const holds = new Holds();
    const onSkip = (why: string): void => faults.note(new Error(why), 'reboot');
    const reboot = new RebootPlans({ host, power, timetable, holds, onSkip });
    const fan = new FanRules({ model: config.model, clock, host, timetable, read: () => readFan() });
    const settings = new RootSettings({ facts, obeyed: { reboot_plan: reboot, fan_rule: fan } });
    return {
      value: { host, holds },
      handlers: { system: systemHandlers({ facts, power, host, settings, model: config.model }) },
    };
  },
});
