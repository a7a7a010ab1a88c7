import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const fan = defineApp({
  id: 'fan',
  title: { en: 'Fan', zh: '风扇' },
  icon: 'fan',
  single: true,
  desktop: 'optional',
  needs: ['admin'],
  size: { width: 640, height: 620 },
  params: nothing,
  load: () => import('./index.tsx'),
});
