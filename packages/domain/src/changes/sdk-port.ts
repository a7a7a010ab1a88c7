import { MAX_WAIT_S, WaitChanges } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { wirePath } from '@boxwood/command-bus/codecs';
import type { ChangesPort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

type ChangesClient = Pick<Client, 'exec'>;

export const changesPort = (box: ChangesClient): ChangesPort => ({
  wait: (cursor, folders) =>
    execute(box, WaitChanges, { cursor, wait: MAX_WAIT_S, folders: folders.filter((path) => wirePath.is(path)) }).pipe(
      mapRight(({ everything, ...report }) => ({ ...report, everything: everything === 1 })),
    ),
});
