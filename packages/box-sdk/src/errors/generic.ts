import { defineCatalogue } from '@boxwood/command-bus/messages';

/** GEN: the codes every box endpoint can answer (ERR-001 to ERR-019). 0 and 1 are success; 12 and 17 are unassigned. */
export const genericMessages = defineCatalogue({
  'generic.concurrency': {
    level: 'error',
    en: 'Concurrency limit reached, try again later',
    zh: '并发数已达上限，请稍后再试',
  },
  'generic.failed': { level: 'error', en: 'Failed', zh: '操作失败' },
  'generic.parameter': { level: 'error', en: 'Bad parameter', zh: '参数错误' },
  'generic.unsafe': { level: 'error', en: 'Unsafe parameter', zh: '参数不安全' },
  'generic.authentication': { level: 'error', en: 'Authentication failed', zh: '认证失败' },
  'generic.service': { level: 'error', en: 'Service error', zh: '服务错误' },
  'generic.userNameTooLong': { level: 'error', en: 'User name too long', zh: '用户名过长' },
  'generic.passwordTooLong': { level: 'error', en: 'Password too long', zh: '密码过长' },
  'generic.userUnknown': { level: 'error', en: 'User not found', zh: '用户不存在' },
  'generic.value': { level: 'error', en: 'Value invalid', zh: '值无效' },
  'generic.privilege': { level: 'error', en: 'No privilege', zh: '没有权限' },
  'generic.encryptedOnly': {
    level: 'error',
    en: 'The safe takes encrypted files only: use “Encrypt” to put this one in',
    zh: '保险箱只接收加密文件，请使用“加密”放入该文件',
  },
  'generic.fileType': { level: 'error', en: 'File type mismatch', zh: '文件类型不匹配' },
  'generic.path': { level: 'error', en: 'Path error', zh: '路径错误' },
  'generic.overLimit': { level: 'error', en: 'Over the limit', zh: '超出限制' },
  'generic.session': { level: 'error', en: 'Session not created, sign in again', zh: '会话未建立，请重新登录' },
  'generic.version': { level: 'error', en: 'Command version wrong', zh: '命令版本错误' },
  'generic.json': { level: 'error', en: 'JSON error', zh: 'JSON 格式错误' },
  'generic.database': { level: 'error', en: 'Database error', zh: '数据库错误' },
  'generic.unknown': { level: 'error', en: 'Operation failed ({code})', zh: '操作失败（{code}）' },
});

export const GENERIC_ERRORS = {
  2: 'generic.concurrency',
  3: 'generic.failed',
  4: 'generic.parameter',
  5: 'generic.unsafe',
  6: 'generic.authentication',
  7: 'generic.service',
  8: 'generic.userNameTooLong',
  9: 'generic.passwordTooLong',
  10: 'generic.userUnknown',
  11: 'generic.value',
  13: 'generic.privilege',
  14: 'generic.fileType',
  15: 'generic.path',
  16: 'generic.overLimit',
  18: 'generic.session',
  19: 'generic.version',
  20: 'generic.json',
  21: 'generic.database',
} as const satisfies Readonly<Record<number, keyof typeof genericMessages>>;
