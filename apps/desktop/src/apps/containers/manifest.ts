import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../app-kit/define-app.ts';

export const containers = defineApp({
  id: 'containers',
  title: { en: 'Container Service', zh: '容器服务' },
  icon: 'containers',
  single: true,
  desktop: 'optional',
  needs: ['admin', 'containers'],
  params: nothing,
  load: () => import('./index.tsx'),
});
