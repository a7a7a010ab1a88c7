import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const trash = defineApp({
  id: 'trash',
  title: { en: 'Recycle bin', zh: '回收站' },
  icon: 'trash',
  single: true,
  ownHeader: true,
  desktop: 'default',
  params: nothing,
  load: () => import('./index.tsx'),
});
