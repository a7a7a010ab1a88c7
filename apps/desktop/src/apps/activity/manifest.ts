import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const activity = defineApp({
  id: 'activity',
  title: { en: 'Activity', zh: '操作记录' },
  icon: 'activity',
  single: true,
  desktop: 'default',
  size: { width: 980, height: 680 },
  params: nothing,
  load: () => import('./index.tsx'),
});
