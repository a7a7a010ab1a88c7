import { defineMessages } from '../../../platform/i18n/define-messages.ts';

/** Descriptions of pending actions. */
export const actionMessages = defineMessages('acts', {
  newFolder: { en: 'New folder “{name}”', zh: '新建文件夹“{name}”' },
  rename: { en: 'Rename “{name}” to “{to}”', zh: '将“{name}”重命名为“{to}”' },
  move: { en: 'Move “{name}” to “{folder}”', zh: '将“{name}”移动到“{folder}”' },
  moveMany_one: { en: 'Move {count} item to “{folder}”', zh: '将 {count} 项移动到“{folder}”' },
  moveMany_other: { en: 'Move {count} items to “{folder}”', zh: '将 {count} 项移动到“{folder}”' },
  trash: { en: 'Delete “{name}”', zh: '删除“{name}”' },
  trashMany_one: { en: 'Delete {count} item', zh: '删除 {count} 项' },
  trashMany_other: { en: 'Delete {count} items', zh: '删除 {count} 项' },
  favour: { en: 'Add “{name}” to favourites', zh: '将“{name}”添加到收藏' },
  unfavour: { en: 'Remove “{name}” from favourites', zh: '将“{name}”移出收藏' },
  willBeMade: { en: 'Will be created', zh: '等待新建' },
  willGo: { en: 'Will be deleted', zh: '等待删除' },
  willMove: { en: 'Will move to “{folder}”', zh: '等待移动到“{folder}”' },
  willBe: { en: 'Will be renamed to “{name}”', zh: '等待改名为“{name}”' },
});
