import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('device-storage', {
  toolbar: { en: 'Actions', zh: '操作' },
  list: { en: 'Devices', zh: '设备列表' },
  open: { en: 'Open', zh: '打开' },
  readOnly: { en: 'Read only', zh: '只读' },
  total_one: { en: '{count} device', zh: '共 {count} 个设备' },
  total_other: { en: '{count} devices', zh: '共 {count} 个设备' },
  emptyTitle: { en: 'No device is plugged in', zh: '未插入外接设备' },
  emptyText: {
    en: 'Memory sticks and disks that you plug into the box appear here.',
    zh: '插入盒子的 U 盘和移动硬盘将显示在这里。',
  },
  sata: { en: 'SATA disk', zh: 'SATA 硬盘' },
  emmc: { en: 'eMMC', zh: 'eMMC' },
  nvme: { en: 'NVMe disk', zh: 'NVMe 硬盘' },
  card: { en: 'Memory card', zh: '存储卡' },
  raid: { en: 'RAID array', zh: 'RAID 阵列' },
  usb: { en: 'USB', zh: 'USB' },
  container: { en: 'Drive of a container', zh: '容器挂载' },
  external: { en: 'External', zh: '外接' },
});
