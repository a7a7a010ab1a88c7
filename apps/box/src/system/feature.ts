import type { BoxConfig } from '../config.ts';
import type { Faults } from '../faults.ts';
import type { Facts } from '../identity/facts.ts';
import { Host } from '../runtime/host.ts';
import { defineFeature } from '../runtime/feature.ts';
import { systemHandlers } from './handlers.ts';
import { Power } from './power.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly faults: Faults;
  readonly facts: Facts;
}

/** The machine itself, by its helper where root is needed. */
export const systemFeature = defineFeature({
  make: ({ config, faults, facts }: Needs, scope) => {
    const host = new Host({ place: config.helper, stateDir: config.stateDir, dataDir: config.dataDir });
    scope.defer(() => host.close());
    const power = new Power(host, (fault) => faults.note(fault, 'power'));
    return { value: { host }, handlers: { system: systemHandlers({ facts, power, model: config.model }) } };
  },
});
