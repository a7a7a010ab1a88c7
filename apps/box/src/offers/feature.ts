import type { Changes } from '../changes/changes.ts';
import type { BoxConfig } from '../config.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Host } from '../runtime/host.ts';
import type { Upgrades } from '../upgrade/upgrades.ts';
import { offerHandlers } from './handlers.ts';
import { Offers } from './offers.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly changes: Changes;
  readonly host: Host;
  readonly upgrades: Upgrades;
}

export const offerFeature = defineFeature({
  make: ({ config, changes, host, upgrades }: Needs) => {
    const offers = new Offers({ model: config.model, host, changes, upgrades });
    return {
      value: {},
      handlers: { offers: offerHandlers({ offers }) },
      schedule: [{ name: 'offers', everyMs: 2000, run: () => offers.look() }],
    };
  },
});
