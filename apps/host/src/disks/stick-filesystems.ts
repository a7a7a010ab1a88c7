/** File systems of removable disks: the `blkid` name, and the kernel's type for it. */
export const STICK_TYPES: ReadonlyMap<string, { readonly type: string; readonly owned: boolean }> = new Map([
  ['ext2', { type: 'ext4', owned: true }],
  ['ext3', { type: 'ext4', owned: true }],
  ['ext4', { type: 'ext4', owned: true }],
  ['btrfs', { type: 'btrfs', owned: true }],
  // These store no owners; the box owns all files on them.
  ['vfat', { type: 'vfat', owned: false }],
  ['exfat', { type: 'exfat', owned: false }],
  ['ntfs', { type: 'ntfs3', owned: false }],
]);

/** Whether a removable disk with this file system is mounted. */
export const isStickType = (type: string): boolean => STICK_TYPES.has(type);
