import { commandTree } from '@boxwood/box-sdk';
import { notOffered } from './not-offered.ts';
import { defineFeature } from './runtime/feature.ts';

/**
 * What later stages bring: the commands are there, the box refuses them and says that they are coming (`offers/offers.ts`). An area that gets
 * its feature goes from this list, and is offered.
 */
export const LATER = {
  services: notOffered(commandTree.services),
  media: notOffered(commandTree.media),
  downloads: notOffered(commandTree.downloads),
  drive: notOffered(commandTree.drive),
  plugins: notOffered(commandTree.plugins),
  containers: notOffered(commandTree.containers),
  backup: notOffered(commandTree.backup),
};

export const laterFeature = defineFeature({ make: () => ({ value: {}, handlers: LATER }) });
