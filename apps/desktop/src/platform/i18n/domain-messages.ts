import { boxCatalogue, type MessageKey } from '@boxwood/box-sdk/messages';
import type { DomainMessageKey } from '@boxwood/domain';
import type { Messages, LocalizedText } from './define-messages.ts';
import { sessionStateMessages } from './session-state-messages.ts';

/** Keys of the plural forms of messages that count. */
type PluralKey =
  `${'acts.sent' | 'share.left' | 'files.trashed' | 'files.restored' | 'files.removed' | 'did.rename' | 'did.trash' | 'did.copy' | 'did.copyTo' | 'did.move' | 'did.moveTo' | 'photos.favoured' | 'photos.unfavoured' | 'photos.added' | 'photos.dropped' | 'photos.bound' | 'photos.unseen' | 'photos.notYours'}_other`;

/**
 * Messages fixed by section 8 of the specification. The catalogue of the SDK has them; here their first letter is upper
 * case.
 */
const sdkMessage = (key: MessageKey): LocalizedText => {
  const { en, zh } = boxCatalogue[key];
  return { en: `${en.charAt(0).toUpperCase()}${en.slice(1)}`, zh };
};

/**
 * A text for every message key of the domain; a missing one does not compile. Placeholders are filled with the values
 * of the notice.
 */
const table: Readonly<Record<DomainMessageKey | PluralKey, LocalizedText>> = {
  ...sessionStateMessages.table,
  'file.firstPage': sdkMessage('file.firstPage'),
  'file.lastPage': sdkMessage('file.lastPage'),
  'files.loadFailed': { en: 'The data could not be loaded', zh: '数据加载失败' },
  'rename.targetExists': sdkMessage('file.targetExists'),
  'rename.checkFailed': sdkMessage('rename.checkFailed'),
  'file.renamed': sdkMessage('file.renamed'),
  'file.renameFailed': sdkMessage('file.renameFailed'),
  'file.renameMixed': sdkMessage('file.renameMixed'),
  'files.batchNameExists': { en: 'A file with the name “{name}” exists already', zh: '已存在名为“{name}”的文件' },
  'rename.onlyFiles': sdkMessage('rename.onlyFiles'),
  'file.copyFailed': sdkMessage('file.copyFailed'),
  'files.trashed_other': { en: '{count} items moved to the recycle bin', zh: '已将 {count} 项移到回收站' },
  'files.restored_other': { en: '{count} items restored', zh: '已恢复 {count} 项' },
  'files.removed_other': { en: '{count} items deleted', zh: '已删除 {count} 项' },
  'files.trashed': { en: 'Moved to the recycle bin', zh: '已移到回收站' },
  'files.restored': { en: 'Restored', zh: '已恢复' },
  'files.removed': { en: 'Deleted', zh: '已删除' },
  'files.partly': { en: '{ok} done, {failed} failed', zh: '{ok} 个成功，{failed} 个失败' },
  'photos.favoured': { en: 'Added to favourites', zh: '已收藏' },
  'photos.favoured_other': { en: '{count} pictures added to favourites', zh: '已收藏 {count} 张照片' },
  'photos.unfavoured': { en: 'No longer a favourite', zh: '已取消收藏' },
  'photos.unfavoured_other': { en: '{count} pictures are no longer favourites', zh: '已取消收藏 {count} 张照片' },
  'photos.captioned': { en: 'Caption saved', zh: '说明已保存' },
  'photos.dated': { en: 'Date changed', zh: '日期已修改' },
  'photos.added': { en: 'Added to “{name}”', zh: '已添加到“{name}”' },
  'photos.added_other': { en: '{count} pictures added to “{name}”', zh: '已将 {count} 张照片添加到“{name}”' },
  'photos.dropped': { en: 'Removed from “{name}”', zh: '已从“{name}”移出' },
  'photos.dropped_other': { en: '{count} pictures removed from “{name}”', zh: '已从“{name}”移出 {count} 张照片' },
  'photos.bound': {
    en: 'The picture stays: it is in a folder of the album',
    zh: '照片仍在相册中：它位于相册关联的文件夹内',
  },
  'photos.bound_other': {
    en: '{count} pictures stay: they are in a folder of the album',
    zh: '{count} 张照片仍在相册中：它们位于相册关联的文件夹内',
  },
  'photos.unseen': { en: 'The picture no longer exists', zh: '照片已不存在' },
  'photos.unseen_other': { en: '{count} pictures no longer exist', zh: '{count} 张照片已不存在' },
  'photos.notYours': {
    en: 'The picture belongs to someone who shares it with you',
    zh: '照片属于与你共享的成员',
  },
  'photos.notYours_other': {
    en: '{count} pictures belong to people who share them with you',
    zh: '{count} 张照片属于与你共享的成员',
  },
  'photos.albumGone': { en: 'Album “{name}” deleted; its pictures stay', zh: '已删除相册“{name}”，照片仍保留' },
  'photos.watched': { en: '“{name}” now shows the pictures in this folder', zh: '“{name}”将显示此文件夹中的照片' },
  'photos.unwatched': { en: '“{name}” no longer shows this folder', zh: '“{name}”不再显示此文件夹中的照片' },
  'photos.covered': { en: 'Cover changed', zh: '已设为封面' },
  'people.named': { en: 'Named “{name}”', zh: '已命名为“{name}”' },
  'people.merged': { en: 'Merged into one person', zh: '已合并为同一个人' },
  'people.split': { en: 'Removed: this is another person', zh: '已移出：这是另一个人' },
  'people.hidden': { en: 'No longer shown under “People”', zh: '已不在“人物”中显示' },
  'people.shown': { en: 'Shown under “People” again', zh: '已恢复在“人物”中显示' },
  'people.changed': { en: 'Not undone: it was changed again since', zh: '之后又有更改，未撤销' },
  'people.undone': { en: 'Undone', zh: '已撤销' },
  'people.nothing': { en: 'Nothing to undo', zh: '没有可撤销的更改' },
  'people.forgotten': { en: 'Recognition is off; all people were deleted', zh: '识别已关闭，已清除所有人物' },
  'transfer.failed': sdkMessage('transfer.failed'),
  'transfer.submitted': sdkMessage('transfer.submitted'),
  'transfer.mixed': sdkMessage('transfer.mixed'),
  'folder.addFailed': sdkMessage('folder.addFailed'),
  'files.undonePartly': { en: '{ok} undone, {failed} could not be undone', zh: '已撤销 {ok} 项，{failed} 项无法撤销' },
  'files.undoLater': {
    en: 'The box is still working on it. Undo it when it has finished',
    zh: '盒子仍在处理，请在完成后再撤销',
  },
  'files.nothingToUndo': {
    en: 'Nothing to undo in this browser. Activity shows all changes.',
    zh: '此浏览器中没有可撤销的操作，可在“操作记录”中查看全部操作。',
  },
  'files.redone': { en: 'Redone', zh: '已重做' },
  'files.redoFailed': { en: 'Could not be redone', zh: '重做失败' },
  'did.newFolder': { en: 'New folder “{name}”', zh: '新建文件夹“{name}”' },
  'did.rename': { en: 'Rename “{name}”', zh: '重命名“{name}”' },
  'did.renameTo': { en: 'Rename “{name}” to “{to}”', zh: '将“{name}”重命名为“{to}”' },
  'did.rename_other': { en: 'Rename {count} items', zh: '重命名 {count} 项' },
  'did.trash': { en: 'Delete “{name}”', zh: '删除“{name}”' },
  'did.trash_other': { en: 'Delete {count} items', zh: '删除 {count} 项' },
  'did.copy': { en: 'Copy “{name}”', zh: '复制“{name}”' },
  'did.copy_other': { en: 'Copy {count} items', zh: '复制 {count} 项' },
  'did.copyTo': { en: 'Copy “{name}” to “{to}”', zh: '将“{name}”复制到“{to}”' },
  'did.copyTo_other': { en: 'Copy {count} items to “{to}”', zh: '将 {count} 项复制到“{to}”' },
  'did.move': { en: 'Move “{name}”', zh: '移动“{name}”' },
  'did.move_other': { en: 'Move {count} items', zh: '移动 {count} 项' },
  'did.moveTo': { en: 'Move “{name}” to “{to}”', zh: '将“{name}”移到“{to}”' },
  'did.moveTo_other': { en: 'Move {count} items to “{to}”', zh: '将 {count} 项移到“{to}”' },
  'files.undo': { en: 'Undo', zh: '撤销' },
  'files.download': { en: 'Download', zh: '下载' },
  'files.undone': { en: 'Undone', zh: '已撤销' },
  'box.notOffered': { en: 'This box does not offer this', zh: '此盒子不支持该功能' },
  'box.noUndo': { en: 'This box cannot undo changes', zh: '此盒子不支持撤销' },
  'files.keepBoth': { en: 'Keep both', zh: '保留两者' },
  'files.undoFailed': { en: 'Could not be undone', zh: '撤销失败' },
  'files.nothingToPaste': { en: 'There is nothing to paste', zh: '没有可粘贴的内容' },
  'files.intoItself': { en: 'A folder cannot go into itself', zh: '文件夹不能移动或复制到自身' },
  'files.folderGone': {
    en: 'This folder no longer exists. Nothing was put into it',
    zh: '该文件夹已不存在，未放入任何内容',
  },
  'acts.sent': { en: 'The waiting change was made', zh: '等待中的更改已完成' },
  'acts.sent_other': { en: 'The {count} waiting changes were made', zh: '等待中的 {count} 项更改已完成' },
  'upload.nothing': sdkMessage('upload.nothing'),
  'upload.submitted': sdkMessage('upload.submitted'),
  'upload.again': { en: '“{name}” could not be uploaded yet, trying again', zh: '“{name}”上传受阻，正在重试' },
  'upload.failed': { en: '“{name}” was not uploaded', zh: '“{name}”上传失败' },
  'upload.wrongFile': { en: '“{name}” is not the same file as before', zh: '“{name}”与原文件不一致' },
  'upload.chooseAgain': { en: 'Choose the file again to continue', zh: '请重新选择文件以继续上传' },
  'tasks.failed': { en: '“{name}” could not be finished', zh: '“{name}”未能完成' },
  'safe.locked': sdkMessage('disk.accountLocked'),
  'safe.differs': { en: 'The two entries differ', zh: '两次输入不一致' },
  'safe.wrongPassword': { en: 'Wrong password', zh: '密码错误' },
  'family.nameTaken': { en: 'You already have a family share with this name', zh: '您已有同名的家庭共享' },
  'family.folderTaken': { en: 'You share this folder already', zh: '该文件夹已在共享中' },
  'family.unknownUser': {
    en: 'Someone in the list is no longer a user of this box',
    zh: '名单中有人已不是此盒子的用户',
  },
  'family.placeRefused': { en: 'Choose a folder inside your personal space', zh: '请选择个人空间中的文件夹' },
  'family.folderAbsent': { en: 'The folder no longer exists', zh: '文件夹已不存在' },
  'share.left': {
    en: '“{name}” can be reached by its link until {until}',
    zh: '“{name}”可通过链接访问，有效期至 {until}',
  },
  'share.left_other': {
    en: '{count} items can be reached by their link until {until}',
    zh: '{count} 项内容可通过链接访问，有效期至 {until}',
  },
  'share.end': { en: 'Stop sharing', zh: '取消分享' },
  'share.ended': { en: 'Sharing stopped. The link no longer works', zh: '已取消分享，链接已失效' },
  'picker.verifyPrivate': sdkMessage('picker.verifyPrivate'),
  'settings.saved': { en: 'Saved', zh: '已保存' },
  'upgrade.begun': {
    en: 'The box is upgrading. Sign in again when it has restarted.',
    zh: '盒子正在升级，重启后请重新登录。',
  },
  'store.full': {
    en: 'The storage of the browser is full, settings cannot be saved',
    zh: '浏览器存储空间已满，设置无法保存',
  },
  'store.memoryOnly': { en: 'Settings last until this page closes', zh: '设置仅在本页面关闭前有效' },
  'store.reload': {
    en: 'A newer version is open in another tab: reload this page',
    zh: '其他标签页已是新版本，请刷新本页',
  },
};

/** Messages of the domain, see {@link table}. */
export const domainMessages: Messages<typeof table> = { namespace: 'words', table };
