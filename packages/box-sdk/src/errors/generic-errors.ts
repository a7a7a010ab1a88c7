import { defineCatalogue } from '@boxwood/command-bus/messages';

/**
 * GEN: the codes that every box endpoint can return (ERR-001 to ERR-019). 0 and 1 are success; 12 and 17 are
 * unassigned.
 */
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
  'generic.notOffered': { level: 'warning', en: 'This box does not offer this', zh: '此盒子不支持该功能' },
  'generic.encryptedOnly': {
    level: 'error',
    en: 'The safe accepts only encrypted files: use “Encrypt” to add this one',
    zh: '保险箱只接收加密文件，请使用“加密”放入该文件',
  },
  'host.absent': {
    level: 'warning',
    en: 'This needs the helper “boxwood-host” on the box. The installation guide explains how to add it',
    zh: '此操作需要盒子上的助手程序 boxwood-host，没有它盒子无权操作本机。安装方法见安装指南',
  },
  'host.silent': {
    level: 'error',
    en: 'The helper of the box did not answer. Try again in a minute',
    zh: '盒子的助手程序没有响应，请稍后再试',
  },
  'host.lacking': {
    level: 'warning',
    en: 'The program for this is not installed on the machine of this box',
    zh: '盒子所在的机器上没有执行此操作的程序',
  },
  'host.busy': {
    level: 'warning',
    en: 'The machine is busy with a similar task. Try again in a minute',
    zh: '机器正在执行其他操作，请稍后再试',
  },
  'host.failed': {
    level: 'error',
    en: 'The machine of this box could not do this',
    zh: '盒子所在的机器未能执行此操作',
  },
  'fan.absent': {
    level: 'warning',
    en: 'This box has no fan that it can control',
    zh: '盒子所在的机器没有可控制的风扇',
  },
  'led.absent': {
    level: 'warning',
    en: 'The machine of this box has no status light',
    zh: '盒子所在的机器没有状态指示灯',
  },
  'mounts.silent': {
    level: 'warning',
    en: 'The server of this network storage does not answer. The box reconnects automatically when it does',
    zh: '该网络存储的服务器没有响应，恢复后内容会自动重新出现',
  },
  'mounts.inUse': {
    level: 'warning',
    en: 'This network storage is being used at this moment. Try again in a minute',
    zh: '该网络存储正在使用中，请稍后再试',
  },
  'mounts.rclone': {
    level: 'warning',
    en: 'Network storage needs “rclone” on the box: apt-get install rclone fuse3',
    zh: '网络存储需要在盒子上安装 rclone：apt-get install rclone fuse3',
  },
  'mounts.nfs': {
    level: 'warning',
    en: 'NFS needs “nfs-common” on the box: apt-get install nfs-common',
    zh: 'NFS 需要在盒子上安装 nfs-common：apt-get install nfs-common',
  },
  'generic.fileType': { level: 'error', en: 'File type mismatch', zh: '文件类型不匹配' },
  'generic.path': { level: 'error', en: 'Path error', zh: '路径错误' },
  // Reasons why a change cannot be undone.
  'undo.gone': { level: 'error', en: 'Something is no longer where it was', zh: '有文件已不在原处' },
  'undo.changed': { level: 'error', en: 'Something was changed since', zh: '有文件已被修改' },
  'undo.notEmpty': { level: 'error', en: 'The folder is no longer empty', zh: '文件夹已不为空' },
  'undo.taken': { level: 'error', en: 'Something else is in its place', zh: '原处已有其他文件' },
  'undo.noTrash': { level: 'error', en: 'There is no recycle bin here', zh: '此处没有回收站' },
  'undo.half': { level: 'error', en: 'Only a part of it could be undone', zh: '只撤销了一部分' },
  'generic.overLimit': { level: 'error', en: 'Over the limit', zh: '超出限制' },
  'generic.session': { level: 'error', en: 'Session not created, sign in again', zh: '会话未建立，请重新登录' },
  'generic.version': { level: 'error', en: 'Command version wrong', zh: '命令版本错误' },
  'generic.json': { level: 'error', en: 'JSON error', zh: 'JSON 格式错误' },
  'generic.database': { level: 'error', en: 'Database error', zh: '数据库错误' },
  'generic.unread': { level: 'error', en: 'The file cannot be read', zh: '无法读取该文件' },
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
