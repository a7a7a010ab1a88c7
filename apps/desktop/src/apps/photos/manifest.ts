import { str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const photos = defineApp({
  id: 'photos',
  title: { en: 'Photos', zh: '照片' },
  icon: 'photos',
  single: true,
  desktop: 'default',
  ownHeader: true,
  params: struct({}, { person: str }),
  load: () => import('./index.tsx'),
  start: () => import('./start/PhotosStart.tsx'),
});
