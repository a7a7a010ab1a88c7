import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const deviceStatus = defineApp({
  id: 'device-status',
  title: { en: 'Device Status', zh: '设备状态' },
  icon: 'status',
  single: true,
  desktop: 'default',
  params: nothing,
  load: () => import('./index.tsx'),
});
