/** File systems that a stick may have, by the name that `blkid` gives them and that which the kernel takes. */
export const STICK_TYPES: ReadonlyMap<string, { readonly type: string; readonly owned: boolean }> = new Map([
  ['ext2', { type: 'ext4', owned: true }],
  ['ext3', { type: 'ext4', owned: true }],
  ['ext4', { type: 'ext4', owned: true }],
  ['btrfs', { type: 'btrfs', owned: true }],
  // These know no users: everything on them is the box's.
  ['vfat', { type: 'vfat', owned: false }],
  ['exfat', { type: 'exfat', owned: false }],
  ['ntfs', { type: 'ntfs3', owned: false }],
]);

/** Whether a stick with this file system is mounted. */
export const isStickType = (type: string): boolean => STICK_TYPES.has(type);
