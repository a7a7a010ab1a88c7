import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const deviceStorage = defineApp({
  id: 'device-storage',
  title: { en: 'Device storage', zh: '外接设备' },
  icon: 'usb',
  single: true,
  ownHeader: true,
  desktop: 'optional',
  size: { width: 960, height: 560 },
  params: nothing,
  load: () => import('./index.tsx'),
});
