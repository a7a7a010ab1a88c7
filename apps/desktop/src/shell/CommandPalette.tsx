import { AppIcon, Dialog, IconSearch } from '@boxwood/ui';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { takeTyped } from '../app-kit/type-ahead.ts';
import { usePhone } from '../app-kit/use-phone.ts';
import { SessionToken, SettingsToken, ShellToken } from '../composition/tokens.ts';
import { recentlySearched } from '../file-kit/searched.ts';
import { SearchedBefore } from '../file-kit/SearchedBefore.tsx';
import { Thumb } from '../file-kit/Thumb.tsx';
import { afterFocusReturn } from '../react/after-focus-return.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { desk } from './desk-messages.ts';
import { panelWords } from './panel-messages.ts';
import { grouped, isNamed, matching } from './palette-match.ts';
import { isEnough, useFoundFiles } from './use-found-files.ts';
import { useKnownItems } from './use-known-items.ts';
import { type PaletteItem, useFileItems, usePaletteItems } from './use-palette-items.ts';
import styles from './palette.module.css';

/** Maximum number of help items, which are shown last. */
const MOST_HELP = 3;

/**
 * The command palette (Ctrl/Cmd+K and the search button): files of every location, apps, open windows, settings pages,
 * actions, people and help, by name or pinyin (ui.md). On a phone it is the search of the first page and fills the
 * screen.
 */
export const CommandPalette = () => {
  const panels = useService(ShellToken);
  const c = useText(common);
  const t = useText(desk);
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
        <Palette
          onChoose={(item) => {
            chosen.current = item;
            panels.close('palette');
          }}
        />
      ) : null}
    </Dialog>
  );
};

const Palette = ({ onChoose }: { readonly onChoose: (item: PaletteItem) => void }) => {
  const t = useText(desk);
  const p = useText(panelWords);
  const id = useId();
  const isHand = usePhone();
  const [query, setQuery] = useState('');
  /** The field has the focus at once and receives what was typed while the palette was loading. */
  const begin = useCallback((field: HTMLInputElement | null) => {
    if (field !== null) setQuery(takeTyped(field));
  }, []);
  /** An item selected by key or pointer stays selected when files arrive above it. */
  const [chosen, setChosen] = useState<string | null>(null);
  const settings = useService(SettingsToken);
  const stage = useService(SessionToken).stage$.value;
  const user = stage.at === 'in' ? stage.username : null;
  const before = isHand && query === '' && user !== null ? recentlySearched(settings, user) : [];
  const found = useFoundFiles(query);
  const files = useFileItems(query, found, isHand);
  const { people, help } = useKnownItems(isEnough(query.trim()));
  const own = matching([...usePaletteItems(isHand), ...people], query);
  const isCalled = (item: PaletteItem): boolean => isNamed(item, query);
  const named = own.filter(isCalled);
  // Items that match only by scattered letters come last, whatever their kind.
  const groups = [
    ...grouped([
      ...(query.trim() === '' ? [...files, ...named] : [...named, ...files]),
      ...matching(help, query).filter(isCalled).slice(0, MOST_HELP),
    ]),
    ...grouped(own.filter((item) => !isCalled(item)).map((item) => ({ ...item, group: p('groupMore') }))),
  ];
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex(({ id: one }) => one === chosen),
  );
  const current = items[at];
  const setAt = (index: number): void => {
    setChosen(items[index]?.id ?? null);
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
      const next = Math.abs(step) === 1 ? (at + step + items.length) % Math.max(1, items.length) : at + step;
      setAt(Math.max(0, Math.min(items.length - 1, next)));
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
          ref={begin}
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
            setChosen(null);
          }}
          onKeyDown={onKey}
        />
      </label>
      <SearchedBefore before={before} onAgain={setQuery} />
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
                  setChosen(item.id);
                }}
                onClick={() => {
                  run(item);
                }}
              >
                <Glyph icon={item.icon} />
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

const Glyph = ({ icon }: Pick<PaletteItem, 'icon'>) =>
  typeof icon === 'string' ? <AppIcon name={icon} size={26} /> : <Thumb entry={icon} size={26} />;
