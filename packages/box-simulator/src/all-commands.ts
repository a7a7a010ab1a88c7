/** All commands of the box and of the account service, one folder for each area. */
import { account } from './account/account-commands.ts';
import { backup } from './commands/backup-commands.ts';
import { containers } from './containers/container-commands.ts';
import { diskCommands } from './disks/disk-commands.ts';
import { downloadCommands } from './commands/download-commands.ts';
import { driveCommands } from './commands/drive-commands.ts';
import { files } from './files/file-commands.ts';
import { media } from './commands/media-commands.ts';
import { monitor } from './commands/monitor-commands.ts';
import { mountCommands } from './commands/mount-commands.ts';
import { networkCommands } from './commands/network-commands.ts';
import { photos } from './commands/photo-commands.ts';
import { pluginCommands } from './commands/plugin-commands.ts';
import { safe } from './commands/safe-commands.ts';
import { fileServices } from './commands/file-service-commands.ts';
import { session } from './session/session-commands.ts';
import { sharing } from './shares/share-commands.ts';
import { systemCommands } from './commands/system-commands.ts';
import type { CommandRow } from './command-table.ts';
import { operations } from './tasks/task-commands.ts';
import { transfers } from './transfers/transfer-commands.ts';
import { trash } from './commands/trash-commands.ts';
import { upgrade } from './commands/upgrade-commands.ts';

export const commandTable: readonly CommandRow[] = [
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
