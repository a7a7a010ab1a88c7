import { part } from '../../../app-kit/part.tsx';
import { type GatedArea, isFolder, type WindowId } from '@boxwood/domain';
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
import { size } from '../../../app-kit/format.ts';
import { useWhen } from '../../../app-kit/use-when.ts';
import { DesktopToken } from '../../../composition/tokens.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useBackSteps } from '../../../react/use-back-steps.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { waysIn } from '../actions.ts';
import { tools } from '../fetch-tools.ts';
import { fetchGate } from '../fetch-questions.ts';
import filesStyles from '../files.module.css';
import { messages } from '../messages.ts';
import styles from './phone-frame.module.css';
import { useRootName } from './root-name.ts';
import type { Browser } from './use-browser.ts';
import { nameAt } from '../../../file-kit/places.ts';

const Gated = part(async () => (await fetchGate()).Gated);
const Selected = part(async () => (await tools.load()).Selected);
const SearchBar = part(async () => (await tools.load()).SearchBar);
const UndoKeys = part(async () => (await tools.load()).UndoKeys);
const PasteKeys = part(async () => (await tools.load()).PasteKeys);

interface PhoneFrameProps {
  readonly browser: Browser;
  readonly window: WindowId;
  readonly area: GatedArea | null;
  /** Starts as a search over all places with this text. */
  readonly searching: string | undefined;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: KeyboardEventHandler;
  /** Hidden file inputs. */
  readonly beside: ReactNode;
  /** The file list. */
  readonly children: ReactNode;
}

/** Phone layout of the file browser: header, list, add button, and a bar for the selection (phone.md). */
export const PhoneFrame = ({
  browser,
  window,
  area,
  searching,
  root,
  onKeyDown,
  beside,
  children,
}: PhoneFrameProps) => {
  const t = useText(messages);
  const { state, chosen } = browser;
  const { path } = state.location;
  const [finding, setFinding] = useState(searching !== undefined);
  const selecting = chosen.entries.length > 0;
  useBackSteps(selecting ? 1 : 0, () => {
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
          <Through browser={browser} />
        </div>
      </PullToRefresh>
      {selecting ? <Selected browser={browser} /> : <Add browser={browser} />}
    </>
  );
  return (
    <div ref={root} className={filesStyles.window} onKeyDown={onKeyDown} role="presentation">
      {selecting ? (
        <SelectionHead browser={browser} />
      ) : (
        <FolderHead
          browser={browser}
          window={window}
          finding={finding}
          onFind={() => {
            if (finding && state.search !== null) browser.view.search(null);
            setFinding(!finding);
          }}
        />
      )}
      {/* The search bar stays mounted during a selection, so that the list does not move and the query is not lost. */}
      {finding ? (
        <div className={styles.find}>
          <SearchBar key={path} browser={browser} wide={searching ?? null} />
        </div>
      ) : null}
      {area === null ? body : <Gated area={area}>{body}</Gated>}
      {beside}
      <UndoKeys window={window} />
      <PasteKeys browser={browser} root={root} />
    </div>
  );
};

/** Number of leading characters of a name in the scroller bubble. */
const LETTERS = 2;

/** Fast scroller for a long folder. All entries are loaded as soon as the user grabs it. */
const Through = ({ browser }: Bound) => {
  const t = useText(messages);
  const { view, state, scroller } = browser;
  const when = useWhen();
  const wordAt = (index: number): string => {
    const entry = state.entries[index];
    if (entry === undefined) return '';
    const { prop } = state.sort;
    if (prop === 'size') return isFolder(entry) ? '' : size(entry.size);
    if (prop === 'mtime' || prop === 'ctime') return when(entry[prop]);
    return shownName(entry.name).slice(0, LETTERS);
  };
  return (
    <div className={styles.through}>
      <FastScroller
        label={t('through')}
        scroller={scroller}
        count={state.total}
        wordAt={(index) => wordAt(Math.min(index, state.entries.length - 1))}
        onTake={() => {
          view.more(true);
        }}
      />
    </div>
  );
};

type Bound = { readonly browser: Browser };

interface FolderHeadProps extends Bound {
  readonly window: WindowId;
  readonly finding: boolean;
  readonly onFind: () => void;
}

/** Title, back button, search and view menu. */
const FolderHead = ({ browser, window, finding, onFind }: FolderHeadProps) => {
  const t = useText(messages);
  const desktop = useService(DesktopToken);
  const nameOf = useRootName();
  const { state, root, view } = browser;
  const { path } = state.location;
  const place = root === null ? '' : nameOf(root);
  const atRoot = root === null || path === root.path;
  const title = atRoot ? place : shownName(nameAt(path));
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
        pressed={finding}
        onClick={onFind}
      />
      <ViewMenu browser={browser} />
    </PhoneHeader>
  );
};

/** Loads the phone tools on the first press of a menu button; the menu opens once they are loaded. */
const useTools = () => {
  const here = useSyncExternalStore(tools.whenHere, tools.here);
  const [begun, setBegun] = useState(false);
  const begin = (): void => {
    setBegun(true);
    // After a failure the next press tries again.
    tools.load().catch(() => {
      setBegun(false);
    });
  };
  const end = (): void => {
    setBegun(false);
  };
  return { here, begun, begin, end };
};

const ViewMenu = ({ browser }: Bound) => {
  const t = useText(messages);
  const { here, begun, begin, end } = useTools();
  if (here !== null) return <here.ViewMenu browser={browser} begun={begun} onEnd={end} />;
  return (
    <IconButton
      size="lg"
      label={t('more')}
      tooltip={false}
      icon={<IconMoreVertical />}
      aria-haspopup="menu"
      onClick={begin}
    />
  );
};

/** Number of selected entries, a button to end the selection, and one to select all. */
const SelectionHead = ({ browser }: Bound) => {
  const t = useText(messages);
  const { chosen, select } = browser;
  return (
    <PhoneHeader
      selecting
      title={t('chosen', { count: chosen.entries.length })}
      note={chosen.bytes > 0 ? size(chosen.bytes) : ''}
      back={{ label: t('endSelection'), onPress: () => select(emptySelection) }}
    >
      <Button variant="quiet" size="lg" onClick={() => browser.perform('selectAll')}>
        {t('all')}
      </Button>
    </PhoneHeader>
  );
};

/** Add button; its menu is loaded on the first press. */
const Add = ({ browser }: Bound) => {
  const t = useText(messages);
  const { here, begun, begin, end } = useTools();
  if (waysIn(browser).length === 0) return null;
  if (here !== null) return <here.Add browser={browser} begun={begun} onEnd={end} />;
  return (
    <FloatingButton icon={<IconPlus />} aria-haspopup="menu" onClick={begin}>
      {t('add')}
    </FloatingButton>
  );
};
