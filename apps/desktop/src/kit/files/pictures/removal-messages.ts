import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const removalMessages = defineMessages('album-removal', {
  title_one: { en: 'Remove the picture from “{name}”?', zh: '将照片移出“{name}”？' },
  title_other: { en: 'Remove {count} pictures from “{name}”?', zh: '将 {count} 张照片移出“{name}”？' },
  text: {
    en: 'Removed pictures stay in Photos and in other albums. Deleted pictures go to the recycle bin: they disappear from Photos, from every album and from their folder.',
    zh: '移出相册后，照片仍保留在“照片”和其他相册中。删除则会移入回收站，并从“照片”、所有相册及其所在文件夹中消失。',
  },
  some_one: {
    en: '{count} of them is in a folder of the album: it stays in the album as long as it is in the folder.',
    zh: '其中 {count} 张位于相册显示的文件夹中：只要仍在该文件夹内，就会保留在相册中。',
  },
  some_other: {
    en: '{count} of them are in a folder of the album: they stay in the album as long as they are in the folder.',
    zh: '其中 {count} 张位于相册显示的文件夹中：只要仍在该文件夹内，就会保留在相册中。',
  },
  deleteTitle_one: { en: 'Delete the picture everywhere?', zh: '在所有位置删除这张照片？' },
  deleteTitle_other: { en: 'Delete {count} pictures everywhere?', zh: '在所有位置删除这 {count} 张照片？' },
  bound: {
    en: 'The album “{name}” shows everything in its folder, so this cannot be removed from the album alone.',
    zh: '相册“{name}”会显示其文件夹中的所有照片，因此无法仅移出相册。',
  },
  notYours: {
    en: 'Only {owner} can change the album “{name}”. You cannot remove pictures from it.',
    zh: '只有 {owner} 可以修改相册“{name}”，无法在此移出照片。',
  },
  deleteText: {
    en: 'Deleted pictures go to the recycle bin: they disappear from Photos, from every album and from their folder.',
    zh: '删除后将移入回收站，并从“照片”、所有相册及其所在文件夹中消失。',
  },
  remove: { en: 'Remove from album', zh: '移出相册' },
  delete: { en: 'Delete', zh: '删除' },
});
