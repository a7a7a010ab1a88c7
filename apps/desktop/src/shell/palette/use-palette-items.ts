import { type FileEntry, type FileSearchResult, isFolder, parentOf } from '@boxwood/domain';
import type { AppIconName } from '@boxwood/ui';
import {
  AppearanceToken,
  DesktopToken,
  LanguagesToken,
  LauncherToken,
  SettingsToken,
  ShellToken,
  UserToken,
} from '../../composition/service-tokens.ts';
import { placeOf } from '../../kit/files/file-places.ts';
import { recordSearch } from '../../kit/files/history/recent-searches.ts';
import { useOpenFile } from '../../kit/files/use-open-file.ts';
import { useDisplayPath } from '../../kit/files/use-display-path.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../platform/i18n/language.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText, useLocalizedText } from '../../platform/react/use-text.ts';
import { THEMES } from '../../platform/theme/appearance.ts';
import { paletteMessages } from './palette-messages.ts';
import { panelMessages } from '../panels/panel-messages.ts';
import type { SearchableItem } from './palette-match.ts';
import { PALETTE_SYNONYMS } from './palette-synonyms.ts';
import type { ShellPanel } from '../shell-state.ts';
import { useWindowTitle } from '../windows/use-window-title.ts';

export interface PaletteItem extends SearchableItem {
  readonly id: string;
  readonly group: string;
  /** The folder that contains the item. */
  readonly note?: string;
  /** An app icon, or a file with its thumbnail. */
  readonly icon: AppIconName | FileEntry;
  readonly run: () => void;
}

/** Items that concern the desktop and its windows, which a phone does not have. */
const DESKTOP_ONLY_IDS: ReadonlySet<string> = new Set([
  'panel-desktop-settings',
  'panel-wallpaper',
  'panel-shortcuts',
  'panel-overview',
  'hide-all',
  'cascade',
  'tile',
  'close-all',
]);

/**
 * The static items of the command palette, in display order. On a phone the items for windows and the desktop are left
 * out.
 */
export const usePaletteItems = (isPhone: boolean): readonly PaletteItem[] => {
  const t = useText(paletteMessages);
  const p = useText(panelMessages);
  const localize = useLocalizedText();
  const titleOf = useWindowTitle();
  const launcher = useService(LauncherToken);
  const offeredApps = useStream(launcher.offeredApps$);
  const desktop = useService(DesktopToken);
  const panels = useService(ShellToken);
  const appearance = useService(AppearanceToken);
  const languages = useService(LanguagesToken);
  const windows = useStream(desktop.windows$);
  const otherLanguage = languages.text(paletteMessages, useStream(languages.language$) === 'en' ? 'zh-CN' : 'en');
  const action = (
    id: string,
    label: string,
    icon: AppIconName,
    run: () => void,
    also: readonly string[] = [],
  ): PaletteItem => ({
    id,
    label,
    otherNames: also,
    icon,
    run,
    group: p('groupActions'),
  });
  const panel = (id: ShellPanel, label: string, icon: AppIconName, also: string): PaletteItem =>
    action(`panel-${id}`, label, icon, () => panels.show(id), [also]);
  const page = (id: string, label: string, pageIndex: number, also: string): PaletteItem => ({
    id: `page-${id}`,
    label,
    otherNames: [also],
    icon: 'settings',
    group: p('groupPages'),
    run: () => launcher.open('settings', { pageIndex }),
  });
  const themes = { system: t('themeSystem'), light: t('themeLight'), dark: t('themeDark') };
  const allItems: readonly PaletteItem[] = [
    ...windows.map((window) => {
      const app = launcher.find(window.component);
      return {
        id: `window-${window.id}`,
        label: titleOf(window, app),
        otherNames: [window.title],
        icon: app?.icon ?? 'app',
        group: p('groupWindows'),
        run: () => {
          desktop.restore(window.id);
          desktop.raise(window.id);
        },
      } satisfies PaletteItem;
    }),
    ...offeredApps
      .filter((app) => app.desktop !== 'hidden')
      .map((app) => ({
        id: `app-${app.id}`,
        label: localize(app.title),
        otherNames: [app.title.en, app.title.zh],
        icon: app.icon,
        group: p('groupApps'),
        run: () => {
          launcher.open(app.id);
        },
      })),
    page('about', t('about'), 1, otherLanguage('about')),
    page('appearance', t('appearance'), 2, otherLanguage('appearance')),
    page('feedback', t('feedback'), 3, otherLanguage('feedback')),
    page('update-log', t('updateLog'), 4, otherLanguage('updateLog')),
    page('time', t('boxTime'), 6, otherLanguage('boxTime')),
    panel('desktop-settings', t('desktopSettings'), 'app', otherLanguage('desktopSettings')),
    panel('wallpaper', t('wallpaper'), 'photo-viewer', otherLanguage('wallpaper')),
    ...THEMES.map((theme) =>
      action(`theme-${theme}`, p('setTo', { what: t('theme'), value: themes[theme] }), 'settings', () => {
        appearance.useTheme(theme);
      }),
    ),
    ...LANGUAGES.map((language) =>
      action(
        `language-${language}`,
        p('setTo', { what: t('language'), value: LANGUAGE_NAMES[language] }),
        'settings',
        () => {
          appearance.useLanguage(language);
        },
        [otherLanguage('language')],
      ),
    ),
    action('hide-all', t('hideAll'), 'app', () => desktop.minimiseAll(), [otherLanguage('hideAll')]),
    panel('shortcuts', t('shortcuts'), 'app', otherLanguage('shortcuts')),
    panel('overview', t('overview'), 'app', otherLanguage('overview')),
    action('cascade', t('cascade'), 'app', () => desktop.cascade(), [otherLanguage('cascade')]),
    action('tile', t('tile'), 'app', () => desktop.tile(), [otherLanguage('tile')]),
    action(
      'close-all',
      t('closeAll'),
      'app',
      () => {
        // One by one: windows with unsaved input ask first.
        for (const { id } of desktop.windows$.value) desktop.close(id);
      },
      [otherLanguage('closeAll')],
    ),
    panel('reboot', t('reboot'), 'power', otherLanguage('reboot')),
    panel('shutdown', t('shutdown'), 'power', otherLanguage('shutdown')),
    panel('logout', t('signOut'), 'power', otherLanguage('signOut')),
  ];
  const items = allItems.map((item) => ({ ...item, synonyms: PALETTE_SYNONYMS[item.id] ?? [] }));
  return isPhone ? items.filter(({ id, group }) => group !== p('groupWindows') && !DESKTOP_ONLY_IDS.has(id)) : items;
};

/**
 * Palette items for found files with their folder, and an item that opens the full search. A folder opens; a file is
 * revealed in its folder, and on a phone it opens.
 */
export const useFileItems = (
  query: string,
  { entries, total }: FileSearchResult,
  isPhone: boolean,
): readonly PaletteItem[] => {
  const p = useText(panelMessages);
  const describePath = useDisplayPath();
  const openFile = useOpenFile();
  const launcher = useService(LauncherToken);
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const text = query.trim();
  // Choosing a file means that the text was a search; the name of an app or a setting is not recorded.
  const note = (): void => {
    if (user !== '') recordSearch(settings, user, text);
  };
  const fileItems = entries.map((entry): PaletteItem => {
    const folder = parentOf(entry.path);
    const place = placeOf(entry.path, user);
    const at = place === null ? {} : { place };
    return {
      id: `file-${entry.path}`,
      label: safeDisplayName(entry.name),
      otherNames: [],
      icon: entry,
      group: p('groupFiles'),
      note: describePath(folder),
      run: () => {
        note();
        if (isFolder(entry)) launcher.open('files', { params: { ...at, path: entry.path } });
        else if (isPhone) openFile(entry);
        else launcher.open('files', { params: { ...at, path: folder, reveal: entry.path } });
      },
    };
  });
  const hasMore = total > entries.length;
  if (!hasMore && !(isPhone && (text === '' || entries.length > 0))) return fileItems;
  const allResultsItem: PaletteItem = {
    id: 'files-all',
    label: hasMore ? p('paletteAll', { count: total, text }) : p('paletteNarrow'),
    otherNames: [],
    icon: 'search',
    group: p('groupFiles'),
    run: () => {
      note();
      launcher.open('search', { params: { text } });
    },
  };
  return [...fileItems, allResultsItem];
};
