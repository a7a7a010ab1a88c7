import { defineCatalogue } from '@boxwood/command-bus/messages';

/** PLG, APP, TSK and ALB: plugin manager, app manager, tasks, albums (ERR-020 to ERR-030, protocol section 1.13). */
export const serviceMessages = defineCatalogue({
  'plugin.concurrency': { level: 'error', en: 'Too many plugin operations at once', zh: '插件操作并发数已达上限' },
  'plugin.parameter': { level: 'error', en: 'Bad parameter', zh: '参数错误' },
  'plugin.service': { level: 'error', en: 'Service error', zh: '服务错误' },
  'plugin.command': { level: 'error', en: 'The command failed', zh: '命令执行失败' },
  'plugin.notReady': { level: 'error', en: 'The system is not ready', zh: '系统未就绪' },
  'plugin.notInstalled': { level: 'error', en: 'Not installed', zh: '未安装' },
  'plugin.installed': { level: 'error', en: 'Already installed', zh: '已安装' },
  'plugin.busy': { level: 'error', en: 'Busy with another plugin', zh: '系统忙，正在处理其他插件' },
  'app.concurrency': { level: 'error', en: 'Too many operations at once', zh: '操作过于频繁，请稍后再试' },
  'app.parameter': { level: 'error', en: 'Bad parameter', zh: '参数错误' },
  'app.engine': { level: 'error', en: 'Container engine error', zh: '容器引擎错误' },
  'app.command': { level: 'error', en: 'The command failed', zh: '命令执行失败' },
  'app.notReady': { level: 'error', en: 'The container engine is not ready', zh: '容器引擎未就绪' },
  'app.notFound': { level: 'error', en: 'Not installed or not found', zh: '未安装或不存在' },
  'app.nameExists': { level: 'error', en: 'This name exists already', zh: '名称已存在' },
  'app.busy': { level: 'error', en: 'Busy', zh: '系统忙' },
  'app.imageMissing': { level: 'error', en: 'The image is missing', zh: '镜像不存在' },
  'app.portInUse': { level: 'error', en: 'The port is in use', zh: '端口已被占用' },
  'app.noSpace': { level: 'error', en: 'Not enough space', zh: '空间不足' },
  'app.privilege': { level: 'error', en: 'No privilege', zh: '没有权限' },
  'app.state': { level: 'error', en: 'The present state does not allow this', zh: '当前状态不允许此操作' },
  'task.concurrency': { level: 'error', en: 'Too many tasks at once', zh: '任务并发数已达上限' },
  'task.parameter': { level: 'error', en: 'Bad parameter', zh: '参数错误' },
  'task.service': { level: 'error', en: 'Service error', zh: '服务错误' },
  'task.notFound': { level: 'error', en: 'Task not found', zh: '任务不存在' },
  'task.state': { level: 'error', en: 'The state of the task does not allow this', zh: '任务当前状态不允许此操作' },
  'task.limit': { level: 'error', en: 'The limit of tasks is reached', zh: '任务数量已达上限' },
  'task.sourceMissing': { level: 'error', en: 'The source is missing', zh: '源文件不存在' },
  'task.targetNotWritable': { level: 'error', en: 'The target cannot be written', zh: '目标位置不可写' },
  'task.targetInSource': {
    level: 'error',
    en: 'The target equals or lies inside the source, or is covered already',
    zh: '目标与源相同、位于源内或已被覆盖',
  },
  'task.noSpace': { level: 'error', en: 'Not enough space', zh: '空间不足' },
  'album.concurrency': { level: 'error', en: 'Too many requests at once, the album is busy', zh: '请求过多，相册忙' },
  'album.parameter': { level: 'error', en: 'Bad parameter', zh: '参数错误' },
  'album.service': { level: 'error', en: 'Service or database error', zh: '服务或数据库错误' },
  'album.notFound': { level: 'error', en: 'Album or entry not found', zh: '相册或条目不存在' },
  'album.owner': { level: 'error', en: 'Only the owner may do this', zh: '仅所有者可操作' },
  'album.nameUsed': { level: 'error', en: 'This name is used already', zh: '名称已被使用' },
  'album.bound': { level: 'error', en: 'The directory is bound already', zh: '目录已绑定' },
  'album.notBound': { level: 'error', en: 'The directory is not bound or is missing', zh: '目录未绑定或不存在' },
  'album.recognizing': { level: 'error', en: 'Recognition is running', zh: '正在识别中' },
});

type ServiceMessageKey = keyof typeof serviceMessages;

export const PLUGIN_ERRORS = {
  2: 'plugin.concurrency',
  3: 'plugin.parameter',
  4: 'plugin.service',
  5: 'plugin.command',
  6: 'plugin.notReady',
  7: 'plugin.notInstalled',
  8: 'plugin.installed',
  9: 'plugin.busy',
} as const satisfies Readonly<Record<number, ServiceMessageKey>>;

export const APP_ERRORS = {
  2: 'app.concurrency',
  3: 'app.parameter',
  4: 'app.engine',
  5: 'app.command',
  6: 'app.notReady',
  7: 'app.notFound',
  8: 'app.nameExists',
  9: 'app.busy',
  10: 'app.imageMissing',
  11: 'app.portInUse',
  12: 'app.noSpace',
  13: 'app.privilege',
  14: 'app.state',
} as const satisfies Readonly<Record<number, ServiceMessageKey>>;

export const TASK_ERRORS = {
  2: 'task.concurrency',
  3: 'task.parameter',
  4: 'task.service',
  5: 'task.notFound',
  6: 'task.state',
  7: 'task.limit',
  8: 'task.sourceMissing',
  9: 'task.targetNotWritable',
  10: 'task.targetInSource',
  11: 'task.noSpace',
} as const satisfies Readonly<Record<number, ServiceMessageKey>>;

export const ALBUM_ERRORS = {
  2: 'album.concurrency',
  3: 'album.parameter',
  4: 'album.service',
  5: 'album.notFound',
  6: 'album.owner',
  7: 'album.nameUsed',
  8: 'album.bound',
  9: 'album.notBound',
  10: 'album.recognizing',
} as const satisfies Readonly<Record<number, ServiceMessageKey>>;
