import { defineCatalogue } from '@boxwood/command-bus/messages';

/** BDU: the provider's own codes, positive and negative (ERR-103 to ERR-117, G-74). */
export const cloudDriveMessages = defineCatalogue({
  'drive.parameter': { level: 'error', en: 'Bad parameter', zh: '参数错误' },
  'drive.token': { level: 'error', en: 'The cloud-drive token is invalid', zh: '网盘令牌无效' },
  'drive.authentication': { level: 'error', en: 'Cloud-drive authentication failed', zh: '网盘身份验证失败' },
  'drive.tooFrequent': { level: 'error', en: 'Too frequent requests', zh: '请求过于频繁' },
  'drive.shareMissing': { level: 'error', en: 'The share does not exist', zh: '分享不存在' },
  'drive.targetExists': { level: 'error', en: 'The target exists already', zh: '目标文件已存在' },
  'drive.fileMissing': { level: 'error', en: 'The file does not exist', zh: '文件不存在' },
  'drive.ownShare': { level: 'error', en: 'This is your own share', zh: '不能转存自己的分享' },
  'drive.tooManySaves': { level: 'error', en: 'Too many files saved at once', zh: '转存文件数过多' },
  'drive.batchFailed': { level: 'error', en: 'The batch failed', zh: '批量操作失败' },
  'drive.authorizationExpired': {
    level: 'error',
    en: 'Authorization expired, sign in to the cloud drive again',
    zh: '授权已过期，请重新登录网盘',
  },
  'drive.codeWrong': { level: 'error', en: 'authorization code wrong or expired', zh: '授权码错误或已过期' },
  'drive.authorizationFailed': { level: 'error', en: 'authorization failed, retry', zh: '授权失败，请重试' },
  'drive.tooLarge': {
    level: 'warning',
    en: '{name} is larger than the {limit} that your membership allows',
    zh: '{name} 超过会员上传上限 {limit}',
  },
});

export const CLOUD_DRIVE_ERRORS = {
  2: 'drive.parameter',
  31023: 'drive.parameter',
  111: 'drive.token',
  [-6]: 'drive.authentication',
  31034: 'drive.tooFrequent',
  2131: 'drive.shareMissing',
  10: 'drive.targetExists',
  [-3]: 'drive.fileMissing',
  [-31066]: 'drive.fileMissing',
  11: 'drive.ownShare',
  255: 'drive.tooManySaves',
  12: 'drive.batchFailed',
  [-1]: 'drive.authorizationExpired',
} as const satisfies Readonly<Record<number, keyof typeof cloudDriveMessages>>;
