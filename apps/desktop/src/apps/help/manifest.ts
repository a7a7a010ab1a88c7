import { str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const help = defineApp({
  id: 'help',
  title: { en: 'Help', zh: '帮助' },
  icon: 'help',
  single: true,
  desktop: 'optional',
  size: { width: 760, height: 680 },
  params: struct({}, { topic: str }),
  load: () => import('./index.tsx'),
});
