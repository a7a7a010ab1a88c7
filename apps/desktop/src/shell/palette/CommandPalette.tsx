import { AppIcon, Dialog, IconSearch } from '@boxwood/ui';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { transferTypedText } from '../../kit/app/early-keyboard.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { SessionToken, SettingsToken, ShellToken } from '../../composition/service-tokens.ts';
import { recentlySearched } from '../../kit/files/history/recent-searches.ts';
import { RecentSearches } from '../../kit/files/history/RecentSearches.tsx';
import { Thumb } from '../../kit/files/Thumb.tsx';
import { afterFocusReturn } from '../../platform/react/after-focus-return.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';
import { panelMessages } from '../panels/panel-messages.ts';
import { groupItems, matchesName, matchingItems } from './palette-match.ts';
import { isSearchable, useFoundFiles } from './use-found-files.ts';
import { useSearchOnlyItems } from './use-search-only-items.ts';
import { type PaletteItem, useFileItems, usePaletteItems } from './use-palette-items.ts';
import styles from './palette.module.css';

/** Maximum number of help items, which are shown last. */
const MAX_HELP_ITEMS = 3;

/**
 * The command palette (Ctrl/Cmd+K and the search button): files of every location, apps, open windows, settings pages,
 * actions, people and help, by name or pinyin (ui.md). On a phone it is the search of the first page and fills the
 * screen.
 */
export const CommandPalette = () => {
  const panels = useService(ShellToken);
  const c = useText(commonMessages);
  const t = useText(desktopMessages);
  const open = useStream(panels.panel$) === 'palette';
  const chosen = useRef<PaletteItem | null>(null);
  return (
    <Dialog
      page
      open={open}
      width={600}
      title={t('commandPalette')}
      closeLabel={c('close')}
      className={styles.popup ?? ''}
      onClose={() => {
        panels.close('palette');
      }}
      onClosed={() => {
        const item = chosen.current;
        chosen.current = null;
        afterFocusReturn(() => item?.run());
      }}
    >
      {open ? (
        <PaletteContent
          onChoose={(item) => {
            chosen.current = item;
            panels.close('palette');
          }}
        />
      ) : null}
    </Dialog>
  );
};

const PaletteContent = ({ onChoose }: { readonly onChoose: (item: PaletteItem) => void }) => {
  const t = useText(desktopMessages);
  const p = useText(panelMessages);
  const id = useId();
  const isPhone = useIsPhone();
  const [query, setQuery] = useState('');
  /** The field has the focus at once and receives what was typed while the palette was loading. */
  const focusField = useCallback((field: HTMLInputElement | null) => {
    if (field !== null) setQuery(transferTypedText(field));
  }, []);
  /** An item selected by key or pointer stays selected when files arrive above it. */
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const settings = useService(SettingsToken);
  const stage = useService(SessionToken).stage$.value;
  const user = stage.at === 'in' ? stage.username : null;
  const recentSearches = isPhone && query === '' && user !== null ? recentlySearched(settings, user) : [];
  const found = useFoundFiles(query);
  const files = useFileItems(query, found, isPhone);
  const { people, help } = useSearchOnlyItems(isSearchable(query.trim()));
  const matches = matchingItems([...usePaletteItems(isPhone), ...people], query);
  const hasMatchingName = (item: PaletteItem): boolean => matchesName(item, query);
  const nameMatches = matches.filter(hasMatchingName);
  // Items that match only by scattered letters come last, whatever their kind.
  const groups = [
    ...groupItems([
      ...(query.trim() === '' ? [...files, ...nameMatches] : [...nameMatches, ...files]),
      ...matchingItems(help, query).filter(hasMatchingName).slice(0, MAX_HELP_ITEMS),
    ]),
    ...groupItems(matches.filter((item) => !hasMatchingName(item)).map((item) => ({ ...item, group: p('groupMore') }))),
  ];
  const items = groups.flatMap((group) => group.items);
  const selectedIndex = Math.max(
    0,
    items.findIndex(({ id: one }) => one === selectedId),
  );
  const current = items[selectedIndex];
  const selectIndex = (index: number): void => {
    setSelectedId(items[index]?.id ?? null);
  };
  const run = (item: PaletteItem | undefined): void => {
    if (item !== undefined) onChoose(item);
  };
  const onKey = (event: KeyboardEvent): void => {
    // An IME uses the same keys to choose characters.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next =
        Math.abs(step) === 1 ? (selectedIndex + step + items.length) % Math.max(1, items.length) : selectedIndex + step;
      selectIndex(Math.max(0, Math.min(items.length - 1, next)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(current);
    }
  };
  return (
    <div className={styles.palette}>
      <label className={styles.search}>
        <IconSearch size={18} />
        <input
          className={styles.input}
          ref={focusField}
          role="combobox"
          aria-label={p('paletteHint')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          placeholder={p('paletteHint')}
          value={query}
          spellCheck={false}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setSelectedId(null);
          }}
          onKeyDown={onKey}
        />
      </label>
      <RecentSearches searches={recentSearches} onSearch={setQuery} />
      <div id={`${id}-list`} role="listbox" aria-label={t('commandPalette')} className={styles.list}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles.heading} aria-hidden="true">
              {group.title}
            </div>
            {group.items.map((item) => (
              <div
                key={item.id}
                id={`${id}-${item.id}`}
                role="option"
                aria-selected={item === current}
                className={styles.row}
                ref={item === current ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
                onPointerMove={() => {
                  setSelectedId(item.id);
                }}
                onClick={() => {
                  run(item);
                }}
              >
                <PaletteIcon icon={item.icon} />
                <span className={styles.words}>
                  <span className={styles.name}>{item.label}</span>
                  {item.note === undefined ? null : (
                    <span className={styles.kind} title={item.note}>
                      {item.note}
                    </span>
                  )}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {items.length === 0 ? <p className={styles.empty}>{p('paletteEmpty')}</p> : null}
    </div>
  );
};

const PaletteIcon = ({ icon }: Pick<PaletteItem, 'icon'>) =>
  typeof icon === 'string' ? <AppIcon name={icon} size={26} /> : <Thumb entry={icon} size={26} />;
