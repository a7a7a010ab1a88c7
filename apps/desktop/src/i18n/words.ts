import type { WordKey } from '@boxwood/domain';
import type { Messages, Words } from './define-messages.ts';
import { sessionWords } from './session-words.ts';

/** Words that count: how several of them are said. */
type Many = `${'files.renamed' | 'files.trashed' | 'files.restored' | 'files.removed'}_other`;

/** A text for every word of the domain: a missing one does not compile. Blanks are filled with the values of the notice. */
const table: Readonly<Record<WordKey | Many, Words>> = {
  ...sessionWords.table,
  'files.firstPage': { en: 'This is the first page', zh: '已经是第一页' },
  'files.lastPage': { en: 'This is the last page', zh: '已经是最后一页' },
  'files.loadFailed': { en: 'The data could not be loaded', zh: '数据加载失败' },
  'files.nameExists': { en: '“{name}” exists already', zh: '“{name}”已存在' },
  'files.sameNameCheckFailed': { en: 'Could not check for the same name, try again', zh: '同名检查失败，请重试' },
  'files.renamed': { en: 'File renamed', zh: '文件重命名成功' },
  'files.renamed_other': { en: '{count} files renamed', zh: '{count} 个文件重命名成功' },
  'files.renameFailed': { en: 'The file could not be renamed', zh: '文件重命名失败' },
  'files.renameMixed': { en: '{ok} renamed, {failed} failed, try again', zh: '{ok} 个成功，{failed} 个失败，请重试' },
  'files.batchNameExists': { en: 'A file with the name “{name}” exists already', zh: '已存在名为“{name}”的文件' },
  'files.batchOnlyFiles': { en: 'Only files can be renamed together', zh: '仅支持文件批量重命名' },
  'files.copyFailed': { en: 'Copy failed', zh: '复制失败' },
  'files.moved': { en: 'Moved', zh: '已移动' },
  'files.trashed_other': { en: '{count} items moved to the recycle bin', zh: '已将 {count} 项移到回收站' },
  'files.restored_other': { en: '{count} items restored', zh: '已恢复 {count} 项' },
  'files.removed_other': { en: '{count} items deleted', zh: '已删除 {count} 项' },
  'files.trashed': { en: 'Moved to the recycle bin', zh: '已移到回收站' },
  'files.restored': { en: 'Restored', zh: '已恢复' },
  'files.removed': { en: 'Deleted', zh: '已删除' },
  'files.partly': { en: '{ok} done, {failed} failed', zh: '{ok} 个成功，{failed} 个失败' },
  'files.submitFailed': { en: 'The task could not be submitted, try again', zh: '提交失败，请重试' },
  'files.submitted': { en: 'Transfer task submitted', zh: '传输任务已提交' },
  'files.submittedMixed': { en: '{ok} submitted, {failed} failed', zh: '{ok} 个已提交，{failed} 个失败' },
  'files.folderCreated': { en: 'Folder created', zh: '文件夹已创建' },
  'files.addFailed': {
    en: 'Could not be added: check the drive and its connection',
    zh: '添加失败，请检查磁盘与读写状态',
  },
  'files.encryptedDrop': { en: 'Files cannot be dropped into the safe', zh: '加密区不支持拖拽上传' },
  'files.undone': { en: 'Taken back', zh: '已撤销' },
  'files.undoFailed': { en: 'Could not be taken back', zh: '撤销失败' },
  'files.nothingToPaste': { en: 'There is nothing to paste', zh: '没有可粘贴的内容' },
  'files.intoItself': { en: 'A folder cannot go into itself', zh: '文件夹不能移动或复制到自身' },
  'files.folderGone': {
    en: 'This folder is not there any more: nothing was taken along',
    zh: '该文件夹已不存在，未移动或复制任何文件',
  },
  'files.noFoldersToEncrypt': { en: 'Folders cannot be encrypted, choose files', zh: '不支持加密文件夹，请选择文件' },
  'files.nameInvalid': { en: 'This name cannot be used', zh: '名称不符合要求' },
  'upload.none': { en: 'There are no files to upload', zh: '没有可上传的文件' },
  'upload.submitted': { en: 'Upload task submitted', zh: '上传任务已提交' },
  'upload.wrongFile': { en: '“{name}” is not the same file as before', zh: '“{name}”与原文件不一致' },
  'upload.chooseAgain': { en: 'Choose the file again to go on', zh: '请重新选择文件以继续上传' },
  'upload.fileUnreadable': { en: 'The file can no longer be read', zh: '无法读取该文件' },
  'upload.finished': { en: 'Upload finished', zh: '上传完成' },
  'tasks.pauseFirst': { en: 'Pause the task before cancelling it', zh: '请先暂停任务再取消' },
  'tasks.notPausable': { en: 'This task cannot be paused', zh: '该任务无法暂停' },
  'tasks.failed': { en: '“{name}” could not be finished', zh: '“{name}”未能完成' },
  'archive.notOnModel': { en: 'This model of the box has no archives', zh: '该型号盒子不支持压缩与解压' },
  'archive.notCompressible': { en: 'This cannot be compressed', zh: '该项目无法压缩' },
  'archive.notExtractable': { en: 'This is not an archive', zh: '该文件无法解压' },
  'archive.nameInvalid': { en: 'This package name cannot be used', zh: '压缩包名称不符合要求' },
  'archive.oneItem': { en: 'Choose one item', zh: '请选择一个项目' },
  'safe.locked': { en: 'account locked 10 minutes', zh: '账号已锁定 10 分钟' },
  'safe.lengthWrong': { en: 'The password has 6 to 10 characters', zh: '密码为 6 至 10 个字符' },
  'safe.differs': { en: 'The two entries differ', zh: '两次输入不一致' },
  'safe.agreement': { en: 'Accept the agreement first', zh: '请先同意协议' },
  'safe.wrongPassword': { en: 'Wrong password', zh: '密码错误' },
  'plugins.startByHand': { en: '{name} is installed: start it yourself', zh: '{name} 已安装，请手动启动' },
  'picker.verifyPrivate': { en: 'Verify in private files first', zh: '请先在私密文件中验证' },
  'picker.verifySafe': { en: 'Verify in the safe first', zh: '请先在保险箱中验证' },
  'picker.chooseDirectories': { en: 'Choose folders', zh: '请选择文件夹' },
  'picker.choosePhotoSource': {
    en: 'please select the directory to which photos are added',
    zh: '请选择照片要添加到的目录',
  },
  'picker.chooseFirst': { en: 'Choose a folder first', zh: '请先选择文件夹' },
  'picker.notHere': { en: 'Not possible here', zh: '此处不可选择' },
  'settings.saved': { en: 'Saved', zh: '已保存' },
  'store.full': { en: 'The browser has no room left to remember settings', zh: '浏览器存储空间已满，设置无法保存' },
  'store.memoryOnly': { en: 'Settings last until this page closes', zh: '设置仅在本页面关闭前有效' },
  'store.reload': {
    en: 'A newer version is open in another tab: reload this page',
    zh: '其他标签页已是新版本，请刷新本页',
  },
};

/** See {@link table}. */
export const words: Messages<typeof table> = { namespace: 'words', table };
