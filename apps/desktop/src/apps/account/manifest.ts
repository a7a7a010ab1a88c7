import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const account = defineApp({
  id: 'account',
  title: { en: 'Account Management', zh: '账号管理' },
  icon: 'account',
  single: true,
  desktop: 'optional',
  size: { width: 980, height: 680 },
  params: nothing,
  hasSidebar: true,
  load: () => import('./index.tsx'),
});
