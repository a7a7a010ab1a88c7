import { list, str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const photo = defineApp({
  id: 'photo',
  title: { en: 'Photo viewer', zh: '图片查看器' },
  icon: 'photo-viewer',
  single: false,
  desktop: 'hidden',
  ownHeader: true,
  size: { width: 1000, height: 660 },
  params: struct({ path: str }, { album: str, pictures: list(struct({ id: str, path: str, md512kb: str }), 10_000) }),
  load: () => import('./index.tsx'),
});
