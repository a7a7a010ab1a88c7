import { commandTree } from '@boxwood/box-sdk';
import type { TreeHandlers } from '@boxwood/box-sdk/server';
import { fileHandlers } from './files/handlers.ts';
import type { BoxContext } from './identity/authorise.ts';
import { ACCOUNT_PREFIX } from './account-link/embedded.ts';
import { changeHandlers } from './changes/handlers.ts';
import { diskHandlers } from './disks/handlers.ts';
import { journalHandlers } from './journal/handlers.ts';
import { monitorHandlers } from './monitor/handlers.ts';
import { networkHandlers } from './network/handlers.ts';
import { notOffered } from './not-offered.ts';
import { offerHandlers } from './offers/handlers.ts';
import { photoHandlers } from './photos/handlers.ts';
import { taskHandlers, usageHandlers } from './tasks/handlers.ts';
import { tokenHandlers } from './tokens/handlers.ts';
import { transferHandlers } from './transfers/index.ts';
import { trashHandlers } from './trash/handlers.ts';
import type { Services } from './services.ts';
import { safeHandlers } from './safe/handlers.ts';
import { sessionHandlers } from './session/handlers.ts';
import { shareHandlers } from './shares/handlers.ts';
import { systemHandlers } from './system/handlers.ts';

/** One handler for every command there is; an area that is missing does not compile. */
export const createHandlers = (services: Services): TreeHandlers<typeof commandTree, BoxContext> => ({
  session: sessionHandlers({
    ...services,
    accountUrl: services.config.accountUrl ?? ACCOUNT_PREFIX,
  }),
  files: fileHandlers(services.files),
  transfers: transferHandlers(services.transfers),
  trash: trashHandlers(services.work),
  tasks: taskHandlers({ ...services.work, model: services.config.model }),
  changes: changeHandlers(services),
  tokens: tokenHandlers(services),
  offers: offerHandlers(services),
  journal: journalHandlers({ ...services.work, journal: services.journal }),
  safe: safeHandlers(services.work),
  system: systemHandlers({ ...services, model: services.config.model }),
  monitor: monitorHandlers(services),
  network: networkHandlers(),
  services: notOffered(commandTree.services),
  disks: diskHandlers({ ...services, usage: usageHandlers(services.work) }),
  shares: shareHandlers(services),
  photos: photoHandlers(services),
  // What later stages bring. The commands are there, the box says that it does not offer them.
  media: notOffered(commandTree.media),
  downloads: notOffered(commandTree.downloads),
  drive: notOffered(commandTree.drive),
  plugins: notOffered(commandTree.plugins),
  containers: notOffered(commandTree.containers),
  backup: notOffered(commandTree.backup),
  mounts: notOffered(commandTree.mounts),
  upgrade: notOffered(commandTree.upgrade),
});
