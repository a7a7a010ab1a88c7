import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const containers = defineApp({
  id: 'containers',
  title: { en: 'Container Service', zh: '容器服务' },
  icon: 'containers',
  single: true,
  desktop: 'optional',
  // The window explains what is missing. Until this app is available, the box menu (SHELL-33) opens the dialog of the
  // container drive instead.
  announced: true,
  needs: ['admin', { area: 'containers' }],
  params: nothing,
  load: () => import('./index.tsx'),
});
