import { GetDeviceStatus, ListDisks } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import type { MonitorPort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

type MonitorClient = Pick<Client, 'exec'>;

export const monitorPort = (box: MonitorClient): MonitorPort => ({
  status: () => execute(box, GetDeviceStatus, {}),
  disks: () => execute(box, ListDisks, {}).pipe(mapRight(({ disks }) => disks)),
});
