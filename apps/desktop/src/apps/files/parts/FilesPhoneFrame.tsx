import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { type ProtectedArea, isFolder, type WindowId } from '@boxwood/domain';
import {
  Button,
  emptySelection,
  FastScroller,
  FloatingButton,
  IconButton,
  IconMoreVertical,
  IconPlus,
  IconSearch,
  PhoneHeader,
  PullToRefresh,
} from '@boxwood/ui';
import { type KeyboardEventHandler, type ReactNode, type RefObject, useState, useSyncExternalStore } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { useShortTime } from '../../../kit/app/use-relative-time.ts';
import { DesktopToken } from '../../../composition/service-tokens.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useBackSteps } from '../../../platform/react/use-back-steps.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { addActions } from '../file-actions.ts';
import { lazyPhoneTools } from '../lazy-menus.ts';
import { loadGate } from '../lazy-overlays.ts';
import filesStyles from '../files.module.css';
import { messages } from '../messages.ts';
import styles from './phone-frame.module.css';
import { useRootName } from './browser/use-root-name.ts';
import type { FileBrowser } from './browser/use-browser.ts';
import { nameAt } from '../../../kit/files/file-places.ts';

const GatedFiles = lazyComponent(async () => (await loadGate()).GatedFiles);
const PhoneSelectionBar = lazyComponent(async () => (await lazyPhoneTools.load()).PhoneSelectionBar);
const SearchBar = lazyComponent(async () => (await lazyPhoneTools.load()).SearchBar);
const UndoKeys = lazyComponent(async () => (await lazyPhoneTools.load()).UndoKeys);
const PasteKeys = lazyComponent(async () => (await lazyPhoneTools.load()).PasteKeys);

interface FilesPhoneFrameProps {
  readonly browser: FileBrowser;
  readonly window: WindowId;
  readonly area: ProtectedArea | null;
  /** Starts as a search over all places with this text. */
  readonly initialQuery: string | undefined;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: KeyboardEventHandler;
  /** Hidden file inputs. */
  readonly fileInputs: ReactNode;
  /** The file list. */
  readonly children: ReactNode;
}

/** Phone layout of the file browser: header, list, add button, and a bar for the selection (phone.md). */
export const FilesPhoneFrame = ({
  browser,
  window,
  area,
  initialQuery,
  root,
  onKeyDown,
  fileInputs,
  children,
}: FilesPhoneFrameProps) => {
  const t = useText(messages);
  const { state, chosen } = browser;
  const { path } = state.location;
  const [isSearchOpen, setIsSearchOpen] = useState(initialQuery !== undefined);
  const isSelecting = chosen.entries.length > 0;
  useBackSteps(isSelecting ? 1 : 0, () => {
    browser.select(emptySelection);
  });
  const body = (
    <>
      <PullToRefresh
        label={t('refresh')}
        busy={state.loading === 'page'}
        onRefresh={() => {
          browser.view.refresh();
        }}
      >
        <div className={styles.body}>
          {children}
          <FolderFastScroller browser={browser} />
        </div>
      </PullToRefresh>
      {isSelecting ? <PhoneSelectionBar browser={browser} /> : <LazyAddMenu browser={browser} />}
    </>
  );
  return (
    <div ref={root} className={filesStyles.window} onKeyDown={onKeyDown} role="presentation">
      {isSelecting ? (
        <SelectionHeader browser={browser} />
      ) : (
        <FolderHeader
          browser={browser}
          window={window}
          isSearchOpen={isSearchOpen}
          onToggleSearch={() => {
            if (isSearchOpen && state.search !== null) browser.view.search(null);
            setIsSearchOpen(!isSearchOpen);
          }}
        />
      )}
      {/* The search bar stays mounted during a selection, so that the list does not move and the query is not lost. */}
      {isSearchOpen ? (
        <div className={styles.find}>
          <SearchBar key={path} browser={browser} initialQuery={initialQuery ?? null} />
        </div>
      ) : null}
      {area === null ? body : <GatedFiles area={area}>{body}</GatedFiles>}
      {fileInputs}
      <UndoKeys window={window} />
      <PasteKeys browser={browser} root={root} />
    </div>
  );
};

/** Number of leading characters of a name in the scroller bubble. */
const BUBBLE_LETTERS = 2;

/** Fast scroller for a long folder. All entries are loaded as soon as the user grabs it. */
const FolderFastScroller = ({ browser }: PhoneFramePartProps) => {
  const t = useText(messages);
  const { view, state, scroller } = browser;
  const when = useShortTime();
  const bubbleTextAt = (index: number): string => {
    const entry = state.entries[index];
    if (entry === undefined) return '';
    const { prop } = state.sort;
    if (prop === 'size') return isFolder(entry) ? '' : formatSizeText(entry.size);
    if (prop === 'mtime' || prop === 'ctime') return when(entry[prop]);
    return safeDisplayName(entry.name).slice(0, BUBBLE_LETTERS);
  };
  return (
    <div className={styles.through}>
      <FastScroller
        label={t('through')}
        scroller={scroller}
        count={state.total}
        labelAt={(index) => bubbleTextAt(Math.min(index, state.entries.length - 1))}
        onGrab={() => {
          view.loadMore(true);
        }}
      />
    </div>
  );
};

type PhoneFramePartProps = { readonly browser: FileBrowser };

interface FolderHeaderProps extends PhoneFramePartProps {
  readonly window: WindowId;
  readonly isSearchOpen: boolean;
  readonly onToggleSearch: () => void;
}

/** Title, back button, search and view menu. */
const FolderHeader = ({ browser, window, isSearchOpen, onToggleSearch }: FolderHeaderProps) => {
  const t = useText(messages);
  const desktop = useService(DesktopToken);
  const nameOf = useRootName();
  const { state, root, view } = browser;
  const { path } = state.location;
  const place = root === null ? '' : nameOf(root);
  const atRoot = root === null || path === root.path;
  const title = atRoot ? place : safeDisplayName(nameAt(path));
  const count = state.failure === null && state.loading !== 'first' ? t('total', { count: state.total }) : '';
  const back = (): void => {
    if (state.canBack) view.back();
    else if (!atRoot) view.up();
    else desktop.close(window);
  };
  return (
    <PhoneHeader
      title={title}
      note={[...(atRoot ? [] : [place]), ...(count === '' ? [] : [count])].join(' · ')}
      back={{ label: t('back'), onPress: back }}
    >
      <IconButton
        size="lg"
        label={t('startSearch')}
        tooltip={false}
        icon={<IconSearch />}
        pressed={isSearchOpen}
        onClick={onToggleSearch}
      />
      <LazyViewMenu browser={browser} />
    </PhoneHeader>
  );
};

/** Loads the phone tools on the first press of a menu button; the menu opens once they are loaded. */
const useLazyTools = () => {
  const loaded = useSyncExternalStore(lazyPhoneTools.onLoaded, lazyPhoneTools.current);
  const [isRequested, setIsRequested] = useState(false);
  const requestTools = (): void => {
    setIsRequested(true);
    // After a failure the next press tries again.
    lazyPhoneTools.load().catch(() => {
      setIsRequested(false);
    });
  };
  const cancelRequest = (): void => {
    setIsRequested(false);
  };
  return { loaded: loaded, isRequested: isRequested, requestTools: requestTools, cancelRequest: cancelRequest };
};

const LazyViewMenu = ({ browser }: PhoneFramePartProps) => {
  const t = useText(messages);
  const {
    loaded: loaded,
    isRequested: isRequested,
    requestTools: requestTools,
    cancelRequest: cancelRequest,
  } = useLazyTools();
  if (loaded !== null)
    return <loaded.PhoneViewMenu browser={browser} startsOpen={isRequested} onClose={cancelRequest} />;
  return (
    <IconButton
      size="lg"
      label={t('more')}
      tooltip={false}
      icon={<IconMoreVertical />}
      aria-haspopup="menu"
      onClick={requestTools}
    />
  );
};

/** Number of selected entries, a button to end the selection, and one to select all. */
const SelectionHeader = ({ browser }: PhoneFramePartProps) => {
  const t = useText(messages);
  const { chosen, select } = browser;
  return (
    <PhoneHeader
      selecting
      title={t('chosen', { count: chosen.entries.length })}
      note={chosen.bytes > 0 ? formatSizeText(chosen.bytes) : ''}
      back={{ label: t('endSelection'), onPress: () => select(emptySelection) }}
    >
      <Button variant="quiet" size="lg" onClick={() => browser.perform('selectAll')}>
        {t('all')}
      </Button>
    </PhoneHeader>
  );
};

/** Add button; its menu is loaded on the first press. */
const LazyAddMenu = ({ browser }: PhoneFramePartProps) => {
  const t = useText(messages);
  const {
    loaded: loaded,
    isRequested: isRequested,
    requestTools: requestTools,
    cancelRequest: cancelRequest,
  } = useLazyTools();
  if (addActions(browser).length === 0) return null;
  if (loaded !== null)
    return <loaded.PhoneAddMenu browser={browser} startsOpen={isRequested} onClose={cancelRequest} />;
  return (
    <FloatingButton icon={<IconPlus />} aria-haspopup="menu" onClick={requestTools}>
      {t('add')}
    </FloatingButton>
  );
};
