import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const startMessages = defineMessages('files-start', {
  search: { en: 'Search everything', zh: '搜索全部内容' },
  recent: { en: 'Recently opened', zh: '最近打开' },
  places: { en: 'Places', zh: '位置' },
  devices: { en: 'Devices', zh: '设备' },
  free: { en: '{free} free of {total}', zh: '剩余 {free}，共 {total}' },
  everyone: { en: 'for everyone in the house', zh: '家庭成员共用' },
  withMe: { en: 'shared with you', zh: '他人共享给您的内容' },
  locked: { en: 'opens with its own password', zh: '凭密码打开' },
  hidden: { en: 'only you see them', zh: '仅自己可见' },
  bin: { en: 'deleted files', zh: '已删除的内容' },
  refreshing: { en: 'Refreshing', zh: '正在刷新' },
  add: { en: 'Add', zh: '添加' },
  uploadPhotos: { en: 'Upload photos and films', zh: '上传照片和视频' },
  uploadFiles: { en: 'Upload files', zh: '上传文件' },
});
