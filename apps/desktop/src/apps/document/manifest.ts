import { str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const documentApp = defineApp({
  id: 'document',
  title: { en: 'Document', zh: '文档' },
  icon: 'documents',
  single: false,
  desktop: 'hidden',
  size: { width: 960, height: 640 },
  params: struct({ path: str }, {}),
  load: () => import('./index.tsx'),
});
