import {
  type Desktop,
  type FolderState,
  type GatedArea,
  type Location,
  parentOf,
  PLACES,
  rememberedVolumes,
  type WindowId,
} from '@boxwood/domain';
import { ErrorState } from '@boxwood/ui';
import { type ChangeEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from '../../../app-kit/ErrorBoundary.tsx';
import { part } from '../../../app-kit/part.tsx';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { DesktopToken, FilesToken, SettingsToken, DisksToken } from '../../../composition/tokens.ts';
import { rootsFor } from '../../../file-kit/places.ts';
import { chooseFiles } from '../../../file-kit/receive/choose-files.ts';
import { type Tree, treeOfInput } from '../../../file-kit/receive/tree.ts';
import { useClosable } from '../../../file-kit/use-closable.ts';
import { usePart } from '../../../app-kit/use-part.ts';
import { useAgain } from '../../../react/use-again.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useBackSteps } from '../../../react/use-back-steps.ts';
import { useService } from '../../../react/scope.tsx';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { whenCalm } from '../../../platform/idle.ts';
import { fetchDeskFrame, fetchPhoneFrame } from '../fetch.ts';
import { menus, tools } from '../fetch-tools.ts';
import { questions } from '../fetch-questions.ts';
import { title } from '../title.ts';
import styles from '../files.module.css';
import { messages } from '../messages.ts';
import { Empty } from './Empty.tsx';
import { FileList } from './FileList.tsx';
import { useBrowser } from './use-browser.ts';
import { useKeys } from './use-keys.ts';
import { useUploadRefresh } from './use-upload-refresh.ts';

interface FilesWindowProps {
  readonly window: WindowId;
  readonly user: string;
  readonly start: Location;
  /** An entry to select once the folder is listed. */
  readonly reveal: string | null;
  /**
   * Initial history for Back. When present, the window's title and parameters follow the current folder, so a reload
   * restores it.
   */
  readonly behind?: readonly Location[];
  /** Initial history for Forward. */
  readonly ahead?: readonly Location[];
  /** Starts as a search over all places with this text (P-14). */
  readonly searching?: string;
}

/** Poll interval in ms for attached devices (P-11), at a box that does not report changes. */
const VOLUMES_MS = 60_000;

const PhoneFrame = part(
  async () => (await fetchPhoneFrame()).PhoneFrame,
  () => <WindowSkeleton />,
);
const DeskFrame = part(
  async () => (await fetchDeskFrame()).DeskFrame,
  () => <WindowSkeleton sided />,
);
/** Shown when the box reports that the folder does not exist, so the box is reachable to load this code. */
const Gone = part(async () => (await questions.load()).Gone);

/** A file browser window. */
export const FilesWindow = ({ window, user, start, reveal, behind, ahead, searching }: FilesWindowProps) => {
  const files = useService(FilesToken);
  const disks = useService(DisksToken);
  const settings = useService(SettingsToken);
  const phone = usePhone();
  const view = useClosable(() => files.view(start, phone, behind, ahead));
  useEffect(() => {
    view.join(phone);
  }, [view, phone]);
  const [seen] = useState(() => rememberedVolumes(settings));
  const [volumes, askVolumes] = useQuery(
    useCallback(() => disks.volumes(), [disks]),
    { about: 'disks', every: VOLUMES_MS },
  );
  const roots = useMemo(() => rootsFor(user, volumes.at === 'ready' ? volumes.value : seen), [user, volumes, seen]);
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const browser = useBrowser(
    view,
    roots,
    { files: () => chooseFiles(fileInput.current, take), folder: () => folderInput.current?.click() },
    reveal,
  );
  const [editing, setEditing] = useState(false);
  const [look, setLook] = useState(false);
  const { state } = browser;
  const { place, path } = state.location;
  useUploadRefresh(view);
  const desktop = useService(DesktopToken);
  useBackSteps(
    state.behind.length,
    () => {
      view.back();
    },
    // Only the active window handles Back.
    () => desktop.active$.value === window,
    {
      what: 'folder',
      redo: () => {
        const { canForward } = view.state$.value;
        view.forward();
        return canForward;
      },
    },
  );
  useRemember(desktop, window, state, browser.root?.path ?? null, behind !== undefined);
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = useKeys(browser, root, {
    editPath: () => {
      setEditing(true);
    },
    quickLook: () => {
      setLook(true);
    },
  });
  const chosen = (event: ChangeEvent<HTMLInputElement>): void => {
    const { currentTarget: input } = event;
    if (input.files !== null && input.files.length > 0) take(treeOfInput(input.files));
    input.value = '';
  };
  const area: GatedArea | null = place === PLACES.safe ? 'safe' : place === PLACES.private ? 'private' : null;
  const toSearch = searching !== undefined && path === start.path;
  const content = <Content browser={browser} focus={!toSearch} />;
  const asked = browser.question !== null;
  // Loads menus and dialogs after the list is rendered, before they are needed, so that they also work offline.
  useEffect(() => {
    // A failure here is ignored; the component that needs the code loads it again and reports the error.
    if (!phone) void Promise.allSettled([menus.load()]);
    void whenCalm().then(() => Promise.allSettled([menus.load(), ...(phone ? [tools.load()] : []), questions.load()]));
  }, [phone]);
  const beside = (
    <>
      <input ref={fileInput} type="file" multiple hidden data-choose="files" onChange={chosen} />
      <input ref={folderInput} type="file" hidden data-choose="folder" {...{ webkitdirectory: '' }} onChange={chosen} />
    </>
  );
  const opened = area === null ? null : <Opened browser={browser} />;
  const frame = { browser, window, area, searching: toSearch ? searching : undefined, onKeyDown };
  return (
    <>
      {phone ? (
        <PhoneFrame {...frame} root={root} beside={beside}>
          {opened}
          {content}
        </PhoneFrame>
      ) : (
        <DeskFrame
          {...frame}
          root={root}
          beside={beside}
          opened={opened}
          content={content}
          volumes={volumes.at === 'ready' ? volumes.value : seen}
          onVolumes={askVolumes}
          editing={editing}
          onEdit={setEditing}
        />
      )}
      {asked || look ? (
        <ErrorBoundary fetch={questions.load}>
          <Asked
            browser={browser}
            look={look}
            onClose={() => {
              setLook(false);
            }}
          />
        </ErrorBoundary>
      ) : null}
    </>
  );

  function take(tree: Tree): void {
    browser.transfers.upload(state.location, tree);
  }
};

type Bound = { readonly browser: ReturnType<typeof useBrowser> };

interface AskedProps extends Bound {
  readonly look: boolean;
  readonly onClose: () => void;
}

/** The current dialog, or the quick preview. */
const Asked = ({ browser, look, onClose }: AskedProps) => {
  const parts = usePart(questions);
  if (parts === null) return null;
  return (
    <>
      <parts.Dialogs browser={browser} />
      <parts.QuickLook browser={browser} open={look} onClose={onClose} />
    </>
  );
};

/**
 * Reloads the folder after the gate was unlocked, because the box refused it before. Closes any dialog when the gate is
 * locked.
 */
const Opened = ({ browser: { view, ask } }: Bound) => {
  useEffect(() => {
    if (view.state$.value.failure !== null) view.refresh();
    return () => {
      ask(null);
    };
  }, [view, ask]);
  return null;
};

const Content = ({ browser, focus }: Bound & { readonly focus: boolean }) => {
  const t = useText(messages);
  const failureText = useFailureText();
  const { state, view } = browser;
  useAgain(state.failure, () => {
    view.refresh();
  });
  if (state.failure !== null) {
    const { text, details } = failureText(state.failure);
    return browser.situation.gone ? (
      <Gone browser={browser} />
    ) : (
      <div className={styles.collection}>
        <ErrorState
          title={t('loadFailed')}
          text={text}
          retryLabel={t('retry')}
          onRetry={() => {
            view.refresh();
          }}
          {...(details === '' ? {} : { details, detailsLabel: t('details') })}
        />
      </div>
    );
  }
  return (
    <div className={styles.listing} aria-busy={state.loading !== 'none'} inert={state.soon}>
      <Rows browser={browser} focus={focus} />
    </div>
  );
};

/**
 * The folder contents. While a prefetched folder is about to arrive, the old rows stay in place, inert, so that old and
 * new rows are swapped in one render.
 */
const Rows = memo(
  ({ browser, focus }: Bound & { readonly focus: boolean }) => (
    <FileList browser={browser} focus={focus} empty={<Empty browser={browser} />} />
  ),
  (_, { browser }) => browser.state.soon,
);

/** Maximum number of folders in the restored Back and Forward history. */
const KEPT = 30;

/** Updates the title and parameters of the window to the current folder. */
const useRemember = (
  desktop: Desktop,
  window: WindowId,
  { location: { place, path }, behind, ahead }: FolderState,
  root: string | null,
  on: boolean,
): void => {
  useEffect(() => {
    if (!on) return;
    const name = path === root || root === null ? title.en : path.slice(parentOf(path).length + 1);
    // Only folders of the same place: paths of the safe and the private files are not stored after the user leaves
    // them.
    const kept = (folders: readonly Location[]): readonly string[] =>
      folders.flatMap((one) => (one.place === place ? [one.path] : [])).slice(-KEPT);
    desktop.update(window, { title: name, params: { place, path, behind: kept(behind), ahead: kept(ahead) } });
  }, [desktop, window, place, path, behind, ahead, root, on]);
};
