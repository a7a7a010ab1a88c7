import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

const common = {
  icon: 'disks',
  single: true,
  ownHeader: true,
  desktop: 'optional',
  needs: ['admin'],
  size: { width: 960, height: 600 },
  params: nothing,
} as const;

export const disks = defineApp({
  ...common,
  id: 'disks',
  title: { en: 'Disk management', zh: '磁盘管理' },
  load: () => import('./index.tsx'),
});

export const diskHealth = defineApp({
  ...common,
  id: 'disk-health',
  title: { en: 'Disk health check', zh: '磁盘检测' },
  load: () => import('./health.tsx'),
});
