import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../app-kit/define-app.ts';

export const containers = defineApp({
  id: 'containers',
  title: { en: 'Container Service', zh: '容器服务' },
  icon: 'containers',
  single: true,
  desktop: 'optional',
  // Its window says what is missing. The box menu leads there (SHELL-33) when it is no longer coming; until then the dialog of its drive does.
  coming: true,
  needs: ['admin', { area: 'containers' }],
  params: nothing,
  load: () => import('./index.tsx'),
});
