import { nothing } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';

export const rebootPlan = defineApp({
  id: 'reboot-plan',
  title: { en: 'Scheduled reboot', zh: '定时重启' },
  icon: 'schedule',
  single: true,
  desktop: 'optional',
  needs: ['admin'],
  size: { width: 640, height: 520 },
  params: nothing,
  load: () => import('./index.tsx'),
});
