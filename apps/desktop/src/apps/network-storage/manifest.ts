import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const networkStorage = defineApp({
  id: 'network-storage',
  title: { en: 'Network storage', zh: '网络存储' },
  icon: 'network',
  single: true,
  ownHeader: true,
  desktop: 'optional',
  needs: [{ area: 'mounts' }],
  size: { width: 960, height: 560 },
  params: nothing,
  load: () => import('./index.tsx'),
});
