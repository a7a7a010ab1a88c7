import {
  IconArchive,
  IconClipboardPaste,
  IconCloudUpload,
  IconCopy,
  IconCopyPlus,
  IconDecrypt,
  IconDownload,
  IconEncrypt,
  IconExtract,
  IconFolderOpen,
  IconFolderPlus,
  IconFileSearch,
  IconInfo,
  IconKey,
  IconLink,
  IconMoveTo,
  IconPencil,
  IconPin,
  IconPinOff,
  IconRefresh,
  IconScissors,
  IconSelectAll,
  IconGlobe,
  IconShare,
  IconTrash,
  IconUpload,
  IconUsers,
  IconWindow,
  type MenuEntry,
} from '@boxwood/ui';
import type { ReactNode } from 'react';
import type { Translator } from '../../../platform/i18n/define-messages.ts';
import type { Languages } from '../../../platform/i18n/languages.ts';
import type { FileAction, ActionId } from '../file-actions.ts';
import { messages } from '../all-messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';

type MenuText = Translator<(typeof messages)['table']>;

export const actionIcons: Readonly<Record<ActionId, ReactNode>> = {
  open: <IconFolderOpen />,
  openWindow: <IconWindow />,
  openFolder: <IconFileSearch />,
  favour: <IconPin />,
  unfavour: <IconPinOff />,
  refresh: <IconRefresh />,
  newFolder: <IconFolderPlus />,
  uploadFiles: <IconUpload />,
  uploadFolder: <IconUpload />,
  fromWeb: <IconGlobe />,
  download: <IconDownload />,
  cut: <IconScissors />,
  copy: <IconCopy />,
  paste: <IconClipboardPaste />,
  moveTo: <IconMoveTo />,
  copyTo: <IconCopyPlus />,
  rename: <IconPencil />,
  batchRename: <IconPencil />,
  encrypt: <IconEncrypt />,
  decrypt: <IconDecrypt />,
  shareHttp: <IconLink />,
  shareFamily: <IconUsers />,
  shareCloud: <IconUsers />,
  toCloudDrive: <IconCloudUpload />,
  compressHere: <IconArchive />,
  compressTo: <IconArchive />,
  extractHere: <IconExtract />,
  extractTo: <IconExtract />,
  extractLocked: <IconKey />,
  delete: <IconTrash />,
  deleteForEver: <IconTrash />,
  selectAll: <IconSelectAll />,
  details: <IconInfo />,
};

const SHORTCUTS: Readonly<Partial<Record<ActionId, string>>> = {
  open: 'Enter',
  refresh: 'F5',
  newFolder: 'Ctrl+Shift+N',
  cut: 'Ctrl+X',
  copy: 'Ctrl+C',
  paste: 'Ctrl+V',
  rename: 'F2',
  batchRename: 'F2',
  delete: 'Delete',
  deleteForEver: 'Shift+Delete',
  selectAll: 'Ctrl+A',
  details: 'Alt+Enter',
};

/** Actions in a submenu, by the name of the submenu. */
const GROUPS: Readonly<Partial<Record<ActionId, 'share' | 'compress' | 'extract'>>> = {
  shareHttp: 'share',
  shareFamily: 'share',
  shareCloud: 'share',
  compressHere: 'compress',
  compressTo: 'compress',
  extractHere: 'extract',
  extractTo: 'extract',
  extractLocked: 'extract',
};
const GROUP_ICONS = { share: <IconShare />, compress: <IconArchive />, extract: <IconExtract /> } as const;

/** Actions that start a new section: a separator precedes them unless they come first. */
const SECTION_STARTS: ReadonlySet<ActionId> = new Set([
  'newFolder',
  'cut',
  'moveTo',
  'rename',
  'encrypt',
  'delete',
  'refresh',
  'details',
]);

export const actionLabel = (id: ActionId, t: MenuText): string => {
  if (id === 'compressHere' || id === 'extractHere') return t('here');
  return id === 'compressTo' || id === 'extractTo' ? t('elsewhere') : t(id);
};

/** {@link buildMenu} for a file list, which does not load the menu messages until a menu opens. */
export const buildMenuForList = (
  actions: readonly FileAction[],
  browser: Pick<FileBrowser, 'perform' | 'reasonText'>,
  languages: Languages,
): readonly MenuEntry[] => buildMenu(actions, browser, languages.text(messages));

/** Builds menu entries from actions, for the toolbar, context menu and overflow menu. */
export const buildMenu = (
  actions: readonly FileAction[],
  browser: Pick<FileBrowser, 'perform' | 'reasonText'>,
  t: MenuText,
): readonly MenuEntry[] => {
  const entry = ({ id, reason }: FileAction): MenuEntry => ({
    kind: 'action',
    id,
    label: actionLabel(id, t),
    icon: actionIcons[id],
    danger: id === 'delete' || id === 'deleteForEver',
    ...(SHORTCUTS[id] === undefined ? {} : { keys: SHORTCUTS[id] }),
    ...(reason === null ? {} : { disabledReason: browser.reasonText(reason) }),
    onSelect: () => {
      browser.perform(id);
    },
  });
  const entries: MenuEntry[] = [];
  const done = new Set<string>();
  for (const action of actions) {
    const group = GROUPS[action.id];
    if (SECTION_STARTS.has(action.id) && entries.length > 0 && entries.at(-1)?.kind !== 'separator')
      entries.push({ kind: 'separator', id: `before-${action.id}` });
    if (group === undefined) {
      entries.push(entry(action));
      continue;
    }
    if (done.has(group)) continue;
    done.add(group);
    const members = actions.filter(({ id }) => GROUPS[id] === group);
    const reason = members.every((one) => one.reason !== null) ? (members[0]?.reason ?? null) : null;
    entries.push({
      kind: 'submenu',
      id: group,
      label: t(group),
      icon: GROUP_ICONS[group],
      ...(reason === null ? {} : { disabledReason: browser.reasonText(reason) }),
      entries: members.map(entry),
    });
  }
  return entries;
};
