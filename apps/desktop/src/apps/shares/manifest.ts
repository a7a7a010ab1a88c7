import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const shares = defineApp({
  id: 'shares',
  title: { en: 'My shared links', zh: '我的外链分享' },
  icon: 'shares',
  single: true,
  ownHeader: true,
  desktop: 'optional',
  params: nothing,
  load: () => import('./index.tsx'),
  start: () => import('./SharesStart.tsx'),
});
