import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { BoxConfig } from '../../config.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { Upgrades } from '../upgrade/upgrades.ts';
import { offerHandlers } from './handlers.ts';
import { Offers } from './offers.ts';

interface OfferFeatureDeps {
  readonly config: BoxConfig;
  readonly changes: ChangeFeed;
  readonly host: HostClient;
  readonly upgrades: Upgrades;
}

export const offerFeature = defineFeature({
  make: ({ config, changes, host, upgrades }: OfferFeatureDeps) => {
    const offers = new Offers({ model: config.model, host, changes, upgrades });
    return {
      value: {},
      handlers: { offers: offerHandlers({ offers }) },
      schedule: [{ name: 'offers', everyMs: 2000, run: () => offers.poll() }],
    };
  },
});
