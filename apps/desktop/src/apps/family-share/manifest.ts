import { str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const familyShare = defineApp({
  id: 'family-share',
  title: { en: 'Family share', zh: '家庭共享' },
  icon: 'users',
  single: true,
  ownHeader: true,
  desktop: 'optional',
  size: { width: 960, height: 560 },
  params: struct({}, { path: str }),
  load: () => import('./index.tsx'),
});
