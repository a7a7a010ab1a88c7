import { commandTree } from '@boxwood/box-sdk';
import { notOffered } from './not-offered.ts';
import { defineFeature } from './runtime/feature.ts';

/**
 * Command areas that are not implemented yet: the box refuses their commands and lists them as `coming`
 * (`offers/offers.ts`). An area is removed from this list when its feature is added.
 */
export const UNAVAILABLE_HANDLERS = {
  services: notOffered(commandTree.services),
  media: notOffered(commandTree.media),
  downloads: notOffered(commandTree.downloads),
  drive: notOffered(commandTree.drive),
  plugins: notOffered(commandTree.plugins),
  containers: notOffered(commandTree.containers),
  backup: notOffered(commandTree.backup),
};

export const unavailableFeature = defineFeature({ make: () => ({ value: {}, handlers: UNAVAILABLE_HANDLERS }) });
