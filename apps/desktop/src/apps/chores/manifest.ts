import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../app-kit/define-app.ts';

export const chores = defineApp({
  id: 'chores',
  title: { en: 'Chores', zh: '家务' },
  icon: 'tasks',
  single: true,
  desktop: 'optional',
  needs: [{ area: 'chores' }],
  params: nothing,
  load: () => import('./index.tsx'),
});
