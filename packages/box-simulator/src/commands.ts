/** Every command of the box and of the account service, an area each. */
import { files } from './files/commands.ts';
import { session } from './session/commands.ts';
import type { Row } from './table.ts';
import { transfers } from './transfers/commands.ts';

export const table: readonly Row[] = [...files, ...session, ...transfers];
