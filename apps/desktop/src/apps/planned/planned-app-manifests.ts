import { nothing } from '@boxwood/command-bus/codecs';
import type { AppIconName } from '@boxwood/ui';
import { type AppManifest, type AppNeed, defineApp } from '../../kit/app/apps/define-app.ts';
import type { PlannedAppId } from '../../kit/app/apps/app-links.ts';

const load = () => import('./index.tsx');

const plannedApp = (
  id: PlannedAppId,
  icon: AppIconName,
  en: string,
  zh: string,
  desktop: 'default' | 'optional' = 'optional',
  needs: readonly AppNeed[] = [],
): AppManifest<PlannedAppId> =>
  defineApp({ id, icon, title: { en, zh }, single: true, desktop, announced: true, needs, params: nothing, load });

/** Apps that are announced but not built yet; each opens a page that says so. */
export const plannedApps: readonly AppManifest<PlannedAppId>[] = [
  plannedApp('media', 'media', 'Media library', '影视库'),
  plannedApp('downloads', 'downloads', 'Offline downloads', '离线下载', 'default'),
  plannedApp('app-market', 'market', 'App market', '应用市场', 'default'),
  plannedApp('share-import', 'shares', 'Share import', '导入分享'),
  plannedApp('computer-backup', 'computer-backup', 'Computer backup', '电脑备份'),
  plannedApp('sync', 'sync', 'Directory sync', '目录同步'),
  plannedApp('disk-backup', 'backup', 'Disk backup', '磁盘备份'),
  plannedApp('ddns', 'domain', 'Dynamic domain', '动态域名', 'optional', ['account']),
  plannedApp('nat', 'nat', 'NAT service', '内网穿透', 'optional', ['account']),
  plannedApp('network', 'router', 'Network and services', '网络与服务'),
];
