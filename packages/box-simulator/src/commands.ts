/** All commands of the box and of the account service, one folder for each area. */
import { account } from './account/commands.ts';
import { backup } from './backup/commands.ts';
import { containers } from './containers/commands.ts';
import { diskCommands } from './disks/commands.ts';
import { downloadCommands } from './downloads/commands.ts';
import { driveCommands } from './drive/commands.ts';
import { files } from './files/commands.ts';
import { media } from './media/commands.ts';
import { monitor } from './monitor/commands.ts';
import { mountCommands } from './mounts/commands.ts';
import { networkCommands } from './network/commands.ts';
import { photos } from './photos/commands.ts';
import { pluginCommands } from './plugins/commands.ts';
import { safe } from './safe/commands.ts';
import { fileServices } from './services/commands.ts';
import { session } from './session/commands.ts';
import { sharing } from './shares/commands.ts';
import { systemCommands } from './system/commands.ts';
import type { Row } from './table.ts';
import { operations } from './tasks/commands.ts';
import { transfers } from './transfers/commands.ts';
import { trash } from './trash/commands.ts';
import { upgrade } from './upgrade/commands.ts';

export const table: readonly Row[] = [
  ...session,
  ...files,
  ...transfers,
  ...trash,
  ...operations,
  ...safe,
  ...sharing,
  ...systemCommands,
  ...monitor,
  ...networkCommands,
  ...fileServices,
  ...diskCommands,
  ...mountCommands,
  ...backup,
  ...photos,
  ...media,
  ...downloadCommands,
  ...driveCommands,
  ...pluginCommands,
  ...containers,
  ...upgrade,
  ...account,
];
