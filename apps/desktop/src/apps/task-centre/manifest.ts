import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const taskCentre = defineApp({
  id: 'task-centre',
  title: { en: 'Task Centre', zh: '任务中心' },
  icon: 'tasks',
  single: true,
  desktop: 'default',
  params: nothing,
  hasSidebar: true,
  load: () => import('./index.tsx'),
});
