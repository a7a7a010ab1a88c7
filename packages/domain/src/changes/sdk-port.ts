import { MAX_WAIT, WaitChanges } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { wirePath } from '@boxwood/command-bus/codecs';
import type { ChangesPort } from './port.ts';
import { answer, mapRight } from '../outcome.ts';

type Exec = Pick<Client, 'exec'>;

export const changesPort = (box: Exec): ChangesPort => ({
  wait: (cursor, folders) =>
    answer(box, WaitChanges, { cursor, wait: MAX_WAIT, folders: folders.filter((path) => wirePath.is(path)) }).pipe(
      mapRight(({ everything, ...told }) => ({ ...told, everything: everything === 1 })),
    ),
});
