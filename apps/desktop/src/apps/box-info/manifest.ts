import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const boxInfo = defineApp({
  id: 'box-info',
  title: { en: 'Box Info', zh: '盒子信息' },
  icon: 'box-info',
  single: true,
  desktop: 'optional',
  size: { width: 860, height: 640 },
  params: nothing,
  load: () => import('./index.tsx'),
});
