import { parseWirePath } from './wire-path.ts';

/**
 * One volume of the box: what stands below `mountDir` on the wire lies below `root` on the disk.
 *
 * - `data`: a storage volume with users' folders and the public folder (`/mnt/usb1`, `/mnt/usb2` …). The first one is the main volume.
 * - `external`, `network`: `root` holds one folder for each device or mount (`/mnt/extdev/{label}`, `/mnt/netdev/{name}`).
 */
export interface VolumeConfig {
  readonly mountDir: string;
  readonly root: string;
  readonly kind: 'data' | 'external' | 'network';
  readonly readonly?: boolean;
}

/** A volume with its mount directory taken apart. */
export interface Volume extends VolumeConfig {
  readonly segments: readonly string[];
}

export const volumeOf = (config: VolumeConfig): Volume => ({ ...config, segments: parseWirePath(config.mountDir) });

/** The volume whose mount directory begins `segments`, the longest one. */
export const volumeFor = (volumes: readonly Volume[], segments: readonly string[]): Volume | undefined => {
  let found: Volume | undefined;
  for (const volume of volumes)
    if (
      volume.segments.length <= segments.length &&
      volume.segments.every((segment, index) => segment === segments[index]) &&
      volume.segments.length > (found?.segments.length ?? -1)
    )
      found = volume;
  return found;
};
