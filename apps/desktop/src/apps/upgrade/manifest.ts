import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const upgrade = defineApp({
  id: 'upgrade',
  title: { en: 'System upgrade', zh: '系统升级' },
  icon: 'firmware',
  single: true,
  desktop: 'optional',
  size: { width: 640, height: 620 },
  params: nothing,
  load: () => import('./index.tsx'),
});
