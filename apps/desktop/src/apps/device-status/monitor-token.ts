import type { Monitor } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';

/** The readings of this app; they stay for the next time that its window opens. */
export const MonitorToken = token<Monitor>('Monitor');
