import { str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const video = defineApp({
  id: 'video',
  title: { en: 'Video', zh: '视频' },
  icon: 'video',
  single: false,
  desktop: 'hidden',
  size: { width: 960, height: 640 },
  params: struct({ path: str }, {}),
  ownHeader: true,
  load: () => import('./index.tsx'),
});
