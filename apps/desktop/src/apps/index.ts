import type { AnyApp } from '../kit/app/apps/define-app.ts';
import { account } from './account/manifest.ts';
import { activity } from './activity/manifest.ts';
import { boxInfo } from './box-info/manifest.ts';
import { containers } from './containers/manifest.ts';
import { deviceStatus } from './device-status/manifest.ts';
import { deviceStorage } from './device-storage/manifest.ts';
import { diskHealth, disks } from './disks/manifest.ts';
import { documentApp } from './document/manifest.ts';
import { familyShare } from './family-share/manifest.ts';
import { files, privateFiles, safe, search } from './files/manifest.ts';
import { help } from './help/manifest.ts';
import { plannedApps } from './planned/planned-app-manifests.ts';
import { music } from './music/manifest.ts';
import { networkStorage } from './network-storage/manifest.ts';
import { photo } from './photo/manifest.ts';
import { photos } from './photos/manifest.ts';
import { fan } from './fan/manifest.ts';
import { rebootPlan } from './reboot-plan/manifest.ts';
import { settings } from './settings/manifest.ts';
import { shares } from './shares/manifest.ts';
import { taskCentre } from './task-centre/manifest.ts';
import { trash } from './trash/manifest.ts';
import { upgrade } from './upgrade/manifest.ts';
import { video } from './video/manifest.ts';

/** Every app of the product, in the order of the desktop. */
export const apps: readonly AnyApp[] = [
  files,
  photos,
  taskCentre,
  trash,
  deviceStatus,
  settings,
  activity,
  boxInfo,
  account,
  safe,
  privateFiles,
  photo,
  video,
  music,
  documentApp,
  containers,
  shares,
  familyShare,
  deviceStorage,
  networkStorage,
  disks,
  diskHealth,
  rebootPlan,
  fan,
  upgrade,
  search,
  help,
  ...plannedApps,
];
