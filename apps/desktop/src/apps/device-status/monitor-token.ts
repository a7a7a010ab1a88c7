import type { Monitor } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';

/** The monitor of this app. Its samples are retained after the window closes. */
export const MonitorToken = token<Monitor>('Monitor');
