import { defineCatalogue } from '@boxwood/command-bus/messages';

/** Messages for the outcome of an action, and for other messages of the product (ERR-118 to ERR-165). */
export const outcomeMessages = defineCatalogue({
  'folder.addFailed': { level: 'error', en: 'add failed, check drive and IO', zh: '新建失败，请检查磁盘及读写状态' },
  'file.externalLink': {
    level: 'warning',
    en: 'External resource links must be downloaded directly',
    zh: '外部资源链接请直接下载',
  },
  'file.renamed': { level: 'success', en: 'file rename success', zh: '文件重命名成功' },
  'file.renameFailed': { level: 'error', en: 'file rename failed', zh: '文件重命名失败' },
  'file.renameMixed': {
    level: 'warning',
    en: '{done} succeeded, {failed} failed, retry',
    zh: '{done} 个成功，{failed} 个失败，请重试',
  },
  'file.copyFailed': { level: 'error', en: 'copy failed', zh: '复制失败' },
  'file.targetExists': { level: 'warning', en: 'target file already exists', zh: '目标文件已存在' },
  'file.loadFailed': { level: 'error', en: 'data load failed: {error}', zh: '数据加载失败：{error}' },
  'file.firstPage': { level: 'info', en: 'This is the first page', zh: '已经是第一页' },
  'file.lastPage': { level: 'info', en: 'This is the last page', zh: '已经是最后一页' },
  'file.listFailed': { level: 'error', en: 'file list load failed, retry', zh: '文件列表加载失败，请重试' },
  'file.directoryFailed': {
    level: 'error',
    en: 'target directory creation failed, retry',
    zh: '目标目录创建失败，请重试',
  },
  'share.parseError': { level: 'error', en: 'share link parse error', zh: '分享链接解析错误' },
  'share.failed': { level: 'error', en: 'share failed, check the share service', zh: '分享失败，请检查分享服务' },
  'share.linkFailed': { level: 'error', en: 'link generation failed', zh: '链接生成失败' },
  'plugin.deployFailed': { level: 'error', en: 'deploy failed: {error}', zh: '部署失败：{error}' },
  'plugin.startFailed': { level: 'error', en: 'start failed: {error}', zh: '启动失败：{error}' },
  'plugin.stopFailed': { level: 'error', en: 'stop failed: {error}', zh: '停止失败：{error}' },
  'plugin.uninstallFailed': { level: 'error', en: 'uninstall failed: {error}', zh: '卸载失败：{error}' },
  'upload.nothing': { level: 'info', en: 'no files to upload', zh: '没有需要上传的文件' },
  'upload.submitted': { level: 'success', en: 'upload task submitted', zh: '上传任务已提交' },
  'transfer.failed': { level: 'error', en: 'submit failed, retry', zh: '提交失败，请重试' },
  'transfer.submitted': { level: 'success', en: 'transfer task submitted', zh: '传输任务已提交' },
  'transfer.mixed': {
    level: 'warning',
    en: '{done} submitted, {failed} failed',
    zh: '{done} 个已提交，{failed} 个失败',
  },
  'disk.ejectFailed': { level: 'error', en: 'USB eject failed: {info}', zh: 'USB 弹出失败：{info}' },
});
