import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const settings = defineApp({
  id: 'settings',
  title: { en: 'Settings', zh: '设置' },
  icon: 'settings',
  single: true,
  desktop: 'default',
  params: nothing,
  hasSidebar: true,
  load: () => import('./index.tsx'),
});
