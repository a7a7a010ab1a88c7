import { type FileEntry, type Found, isFolder, parentOf } from '@boxwood/domain';
import type { AppIconName } from '@boxwood/ui';
import {
  AppearanceToken,
  DesktopToken,
  LanguagesToken,
  LauncherToken,
  SettingsToken,
  ShellToken,
  UserToken,
} from '../composition/tokens.ts';
import { placeOf } from '../file-kit/places.ts';
import { noteSearched } from '../file-kit/searched.ts';
import { useOpenFile } from '../file-kit/use-open-file.ts';
import { usePathInWords } from '../file-kit/use-path-in-words.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n/language.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText, useWords } from '../react/use-text.ts';
import { THEMES } from '../theme/appearance.ts';
import { paletteWords } from './palette-messages.ts';
import { panelWords } from './panel-messages.ts';
import type { Findable } from './palette-match.ts';
import { SYNONYMS } from './palette-synonyms.ts';
import type { Panel } from './shell-state.ts';
import { useTitle } from './use-title.ts';

export interface PaletteItem extends Findable {
  readonly id: string;
  readonly group: string;
  /** The folder that contains the item. */
  readonly note?: string;
  /** An app icon, or a file with its thumbnail. */
  readonly icon: AppIconName | FileEntry;
  readonly run: () => void;
}

/** Items that concern the desktop and its windows, which a phone does not have. */
const OF_DESKS: ReadonlySet<string> = new Set([
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
export const usePaletteItems = (isHand: boolean): readonly PaletteItem[] => {
  const t = useText(paletteWords);
  const p = useText(panelWords);
  const words = useWords();
  const titleOf = useTitle();
  const launcher = useService(LauncherToken);
  const offeredApps = useStream(launcher.offered$);
  const desktop = useService(DesktopToken);
  const panels = useService(ShellToken);
  const appearance = useService(AppearanceToken);
  const languages = useService(LanguagesToken);
  const windows = useStream(desktop.windows$);
  const other = languages.text(paletteWords, useStream(languages.language$) === 'en' ? 'zh-CN' : 'en');
  const action = (
    id: string,
    label: string,
    icon: AppIconName,
    run: () => void,
    also: readonly string[] = [],
  ): PaletteItem => ({
    id,
    label,
    also,
    icon,
    run,
    group: p('groupActions'),
  });
  const panel = (id: Panel, label: string, icon: AppIconName, also: string): PaletteItem =>
    action(`panel-${id}`, label, icon, () => panels.show(id), [also]);
  const page = (id: string, label: string, pageIndex: number, also: string): PaletteItem => ({
    id: `page-${id}`,
    label,
    also: [also],
    icon: 'settings',
    group: p('groupPages'),
    run: () => launcher.open('settings', { pageIndex }),
  });
  const themes = { system: t('themeSystem'), light: t('themeLight'), dark: t('themeDark') };
  const named: readonly PaletteItem[] = [
    ...windows.map((window) => {
      const app = launcher.find(window.component);
      return {
        id: `window-${window.id}`,
        label: titleOf(window, app),
        also: [window.title],
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
        label: words(app.title),
        also: [app.title.en, app.title.zh],
        icon: app.icon,
        group: p('groupApps'),
        run: () => {
          launcher.open(app.id);
        },
      })),
    page('about', t('about'), 1, other('about')),
    page('appearance', t('appearance'), 2, other('appearance')),
    page('feedback', t('feedback'), 3, other('feedback')),
    page('update-log', t('updateLog'), 4, other('updateLog')),
    page('time', t('boxTime'), 6, other('boxTime')),
    panel('desktop-settings', t('desktopSettings'), 'app', other('desktopSettings')),
    panel('wallpaper', t('wallpaper'), 'photo-viewer', other('wallpaper')),
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
        [other('language')],
      ),
    ),
    action('hide-all', t('hideAll'), 'app', () => desktop.minimiseAll(), [other('hideAll')]),
    panel('shortcuts', t('shortcuts'), 'app', other('shortcuts')),
    panel('overview', t('overview'), 'app', other('overview')),
    action('cascade', t('cascade'), 'app', () => desktop.cascade(), [other('cascade')]),
    action('tile', t('tile'), 'app', () => desktop.tile(), [other('tile')]),
    action(
      'close-all',
      t('closeAll'),
      'app',
      () => {
        // One by one: windows with unsaved input ask first.
        for (const { id } of desktop.windows$.value) desktop.close(id);
      },
      [other('closeAll')],
    ),
    panel('reboot', t('reboot'), 'power', other('reboot')),
    panel('shutdown', t('shutdown'), 'power', other('shutdown')),
    panel('logout', t('signOut'), 'power', other('signOut')),
  ];
  const items = named.map((item) => ({ ...item, synonyms: SYNONYMS[item.id] ?? [] }));
  return isHand ? items.filter(({ id, group }) => group !== p('groupWindows') && !OF_DESKS.has(id)) : items;
};

/**
 * Palette items for found files with their folder, and an item that opens the full search. A folder opens; a file is
 * revealed in its folder, and on a phone it opens.
 */
export const useFileItems = (query: string, { entries, total }: Found, isHand: boolean): readonly PaletteItem[] => {
  const p = useText(panelWords);
  const inWords = usePathInWords();
  const openFile = useOpenFile();
  const launcher = useService(LauncherToken);
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const text = query.trim();
  // Choosing a file means that the text was a search; the name of an app or a setting is not recorded.
  const note = (): void => {
    if (user !== '') noteSearched(settings, user, text);
  };
  const shown = entries.map((entry): PaletteItem => {
    const folder = parentOf(entry.path);
    const place = placeOf(entry.path, user);
    const at = place === null ? {} : { place };
    return {
      id: `file-${entry.path}`,
      label: shownName(entry.name),
      also: [],
      icon: entry,
      group: p('groupFiles'),
      note: inWords(folder),
      run: () => {
        note();
        if (isFolder(entry)) launcher.open('files', { params: { ...at, path: entry.path } });
        else if (isHand) openFile(entry);
        else launcher.open('files', { params: { ...at, path: folder, reveal: entry.path } });
      },
    };
  });
  const isMore = total > entries.length;
  if (!isMore && !(isHand && (text === '' || entries.length > 0))) return shown;
  const all: PaletteItem = {
    id: 'files-all',
    label: isMore ? p('paletteAll', { count: total, text }) : p('paletteNarrow'),
    also: [],
    icon: 'search',
    group: p('groupFiles'),
    run: () => {
      note();
      launcher.open('search', { params: { text } });
    },
  };
  return [...shown, all];
};
