import type { Clock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import type { Faults } from '../../platform/faults.ts';
import type { Facts } from '../../server/identity/facts.ts';
import { HostClient } from '../../runtime/host-client.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Timetable } from '../../runtime/timetable.ts';
import { systemHandlers } from './handlers.ts';
import { MachinePower } from './machine-power.ts';
import { FanRules } from './fan-rules.ts';
import { RestartBlockers } from './restart-blockers.ts';
import { RebootPlans } from './reboot-plans.ts';
import { RootSettings } from './root-settings.ts';
import { readFan } from './sysfs.ts';

interface SystemFeatureDeps {
  readonly config: BoxConfig;
  readonly faults: Faults;
  readonly facts: Facts;
  readonly timetable: Timetable;
  readonly clock: Clock;
}

/** System commands. The helper runs those that need root. */
export const systemFeature = defineFeature({
  make: ({ config, faults, facts, timetable, clock }: SystemFeatureDeps, scope) => {
    const host = new HostClient({ location: config.helper, stateDir: config.stateDir, dataDir: config.dataDir });
    scope.defer(() => host.close());
    const power = new MachinePower(host, (fault) => faults.note(fault, 'power'));
    const restartBlockers = new RestartBlockers();
    const onSkip = (why: string): void => faults.note(new Error(why), 'reboot');
    const reboot = new RebootPlans({ host, power, timetable, restartBlockers, onSkip });
    const fan = new FanRules({ model: config.model, clock, host, timetable, read: () => readFan() });
    const settings = new RootSettings({ facts, handlers: { reboot_plan: reboot, fan_rule: fan } });
    return {
      value: { host, restartBlockers },
      handlers: { system: systemHandlers({ facts, power, host, settings, model: config.model }) },
    };
  },
});
