import { str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const music = defineApp({
  id: 'music',
  title: { en: 'Music', zh: '音乐' },
  icon: 'music',
  single: true,
  desktop: 'hidden',
  size: { width: 960, height: 640 },
  params: struct({ path: str }, {}),
  load: () => import('./index.tsx'),
});
