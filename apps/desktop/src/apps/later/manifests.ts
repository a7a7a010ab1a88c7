import { nothing } from '@boxwood/command-bus/codecs';
import type { AppIconName } from '@boxwood/ui';
import { type AppManifest, type AppNeed, defineApp } from '../../app-kit/define-app.ts';
import type { LaterId } from '../../app-kit/links.ts';

const load = () => import('./index.tsx');

const later = (
  id: LaterId,
  icon: AppIconName,
  en: string,
  zh: string,
  desktop: 'default' | 'optional' = 'optional',
  needs: readonly AppNeed[] = [],
): AppManifest<LaterId> =>
  defineApp({ id, icon, title: { en, zh }, single: true, desktop, coming: true, needs, params: nothing, load });

/** Apps that are announced but not built yet; each opens a page that says so. */
export const laterApps: readonly AppManifest<LaterId>[] = [
  later('media', 'media', 'Media library', '影视库'),
  later('downloads', 'downloads', 'Offline downloads', '离线下载', 'default'),
  later('app-market', 'market', 'App market', '应用市场', 'default'),
  later('share-import', 'shares', 'Share import', '导入分享'),
  later('computer-backup', 'computer-backup', 'Computer backup', '电脑备份'),
  later('sync', 'sync', 'Directory sync', '目录同步'),
  later('disk-backup', 'backup', 'Disk backup', '磁盘备份'),
  later('ddns', 'domain', 'Dynamic domain', '动态域名', 'optional', ['account']),
  later('nat', 'nat', 'NAT service', '内网穿透', 'optional', ['account']),
  later('network', 'router', 'Network and services', '网络与服务'),
];
