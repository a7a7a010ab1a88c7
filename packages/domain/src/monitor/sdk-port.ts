import { GetDeviceStatus, ListDisks } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import type { MonitorPort } from './port.ts';
import { answer, mapRight } from '../outcome.ts';

type Exec = Pick<Client, 'exec'>;

export const monitorPort = (box: Exec): MonitorPort => ({
  status: () => answer(box, GetDeviceStatus, {}),
  disks: () => answer(box, ListDisks, {}).pipe(mapRight(({ disks }) => disks)),
});
