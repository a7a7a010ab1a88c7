import {
  type Desktop,
  type FolderState,
  type ProtectedArea,
  type Location,
  parentOf,
  PLACES,
  rememberedVolumes,
  type WindowId,
} from '@boxwood/domain';
import { ErrorState } from '@boxwood/ui';
import { type ChangeEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from '../../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { useIsPhone } from '../../../kit/app/use-is-phone.ts';
import { WindowSkeleton } from '../../../kit/app/window-states/WindowSkeleton.tsx';
import { DesktopToken, FilesToken, SettingsToken, DisksToken } from '../../../composition/service-tokens.ts';
import { rootsFor } from '../../../kit/files/file-places.ts';
import { chooseFiles } from '../../../kit/files/receive/choose-files.ts';
import { type UploadTree, treeOfInput } from '../../../kit/files/receive/upload-tree.ts';
import { useClosable } from '../../../kit/files/use-closable.ts';
import { useLazyPart } from '../../../kit/app/lazy-parts/use-lazy-part.ts';
import { useRetry } from '../../../platform/react/use-retry.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useBackSteps } from '../../../platform/react/use-back-steps.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { afterFirstPaint } from '../../../platform/idle.ts';
import { loadDesktopFrame, loadPhoneFrame } from '../lazy-frames.ts';
import { lazyMenus, lazyPhoneTools } from '../lazy-menus.ts';
import { lazyOverlays } from '../lazy-overlays.ts';
import { title } from '../title.ts';
import styles from '../files.module.css';
import { messages } from '../messages.ts';
import { EmptyFolder } from './EmptyFolder.tsx';
import { FileList } from './FileList.tsx';
import { useBrowser } from './browser/use-browser.ts';
import { useFileShortcuts } from './browser/use-file-shortcuts.ts';
import { useUploadRefresh } from './browser/use-upload-refresh.ts';

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
  readonly backHistory?: readonly Location[];
  /** Initial history for Forward. */
  readonly forwardHistory?: readonly Location[];
  /** Starts as a search over all places with this text (P-14). */
  readonly initialQuery?: string;
}

/** Poll interval in ms for attached devices (P-11), at a box that does not report changes. */
const VOLUMES_POLL_MS = 60_000;

const FilesPhoneFrame = lazyComponent(
  async () => (await loadPhoneFrame()).FilesPhoneFrame,
  () => <WindowSkeleton />,
);
const FilesDesktopFrame = lazyComponent(
  async () => (await loadDesktopFrame()).FilesDesktopFrame,
  () => <WindowSkeleton hasSidebar />,
);
/** Shown when the box reports that the folder does not exist, so the box is reachable to load this code. */
const MissingFolder = lazyComponent(async () => (await lazyOverlays.load()).MissingFolder);

/** A file browser window. */
export const FilesWindow = ({
  window,
  user,
  start,
  reveal,
  backHistory,
  forwardHistory,
  initialQuery,
}: FilesWindowProps) => {
  const files = useService(FilesToken);
  const disks = useService(DisksToken);
  const settings = useService(SettingsToken);
  const phone = useIsPhone();
  const view = useClosable(() => files.view(start, phone, backHistory, forwardHistory));
  useEffect(() => {
    view.join(phone);
  }, [view, phone]);
  const [remembered] = useState(() => rememberedVolumes(settings));
  const [volumes, reloadVolumes] = useQuery(
    useCallback(() => disks.volumes(), [disks]),
    { about: 'disks', every: VOLUMES_POLL_MS },
  );
  const roots = useMemo(
    () => rootsFor(user, volumes.at === 'ready' ? volumes.value : remembered),
    [user, volumes, remembered],
  );
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const browser = useBrowser(
    view,
    roots,
    { files: () => chooseFiles(fileInput.current, uploadTree), folder: () => folderInput.current?.click() },
    reveal,
  );
  const [editing, setEditing] = useState(false);
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const { state } = browser;
  const { place, path } = state.location;
  useUploadRefresh(view);
  const desktop = useService(DesktopToken);
  useBackSteps(
    state.backStack.length,
    () => {
      view.back();
    },
    // Only the active window handles Back.
    () => desktop.active$.value === window,
    {
      kind: 'folder',
      redo: () => {
        const { canForward } = view.state$.value;
        view.forward();
        return canForward;
      },
    },
  );
  useFolderInWindowParams(desktop, window, state, browser.root?.path ?? null, backHistory !== undefined);
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = useFileShortcuts(browser, root, {
    editPath: () => {
      setEditing(true);
    },
    openPreview: () => {
      setIsPreviewOpen(true);
    },
  });
  const onInputChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { currentTarget: input } = event;
    if (input.files !== null && input.files.length > 0) uploadTree(treeOfInput(input.files));
    input.value = '';
  };
  const area: ProtectedArea | null = place === PLACES.safe ? 'safe' : place === PLACES.private ? 'private' : null;
  const startsWithSearch = initialQuery !== undefined && path === start.path;
  const content = <FolderPane browser={browser} focus={!startsWithSearch} />;
  const hasQuestion = browser.question !== null;
  // Loads menus and dialogs after the list is rendered, before they are needed, so that they also work offline.
  useEffect(() => {
    // A failure here is ignored; the component that needs the code loads it again and reports the error.
    if (!phone) void Promise.allSettled([lazyMenus.load()]);
    void afterFirstPaint().then(() =>
      Promise.allSettled([lazyMenus.load(), ...(phone ? [lazyPhoneTools.load()] : []), lazyOverlays.load()]),
    );
  }, [phone]);
  const fileInputs = (
    <>
      <input ref={fileInput} type="file" multiple hidden data-choose="files" onChange={onInputChange} />
      <input
        ref={folderInput}
        type="file"
        hidden
        data-choose="folder"
        {...{ webkitdirectory: '' }}
        onChange={onInputChange}
      />
    </>
  );
  const afterUnlock = area === null ? null : <ReloadAfterUnlock browser={browser} />;
  const frame = { browser, window, area, initialQuery: startsWithSearch ? initialQuery : undefined, onKeyDown };
  return (
    <>
      {phone ? (
        <FilesPhoneFrame {...frame} root={root} fileInputs={fileInputs}>
          {afterUnlock}
          {content}
        </FilesPhoneFrame>
      ) : (
        <FilesDesktopFrame
          {...frame}
          root={root}
          fileInputs={fileInputs}
          afterUnlock={afterUnlock}
          content={content}
          volumes={volumes.at === 'ready' ? volumes.value : remembered}
          onVolumes={reloadVolumes}
          editing={editing}
          onEdit={setEditing}
        />
      )}
      {hasQuestion || isPreviewOpen ? (
        <ErrorBoundary reloadChunk={lazyOverlays.load}>
          <Overlays
            browser={browser}
            isPreviewOpen={isPreviewOpen}
            onClose={() => {
              setIsPreviewOpen(false);
            }}
          />
        </ErrorBoundary>
      ) : null}
    </>
  );

  function uploadTree(tree: UploadTree): void {
    browser.transfers.upload(state.location, tree);
  }
};

type FilesWindowPartProps = { readonly browser: ReturnType<typeof useBrowser> };

interface OverlaysProps extends FilesWindowPartProps {
  readonly isPreviewOpen: boolean;
  readonly onClose: () => void;
}

/** The current dialog, or the quick preview. */
const Overlays = ({ browser, isPreviewOpen, onClose }: OverlaysProps) => {
  const parts = useLazyPart(lazyOverlays);
  if (parts === null) return null;
  return (
    <>
      <parts.Dialogs browser={browser} />
      <parts.QuickPreview browser={browser} open={isPreviewOpen} onClose={onClose} />
    </>
  );
};

/**
 * Reloads the folder after the gate was unlocked, because the box refused it before. Closes any dialog when the gate is
 * locked.
 */
const ReloadAfterUnlock = ({ browser: { view, setQuestion } }: FilesWindowPartProps) => {
  useEffect(() => {
    if (view.state$.value.failure !== null) view.refresh();
    return () => {
      setQuestion(null);
    };
  }, [view, setQuestion]);
  return null;
};

const FolderPane = ({ browser, focus }: FilesWindowPartProps & { readonly focus: boolean }) => {
  const t = useText(messages);
  const failureText = useFailureText();
  const { state, view } = browser;
  useRetry(state.failure, () => {
    view.refresh();
  });
  if (state.failure !== null) {
    const { text, details } = failureText(state.failure);
    return browser.actionContext.isMissing ? (
      <MissingFolder browser={browser} />
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
    <div className={styles.listing} aria-busy={state.loading !== 'none'} inert={state.deferSkeleton}>
      <FolderContents browser={browser} focus={focus} />
    </div>
  );
};

/**
 * The folder contents. While a prefetched folder is about to arrive, the old rows stay in place, inert, so that old and
 * new rows are swapped in one render.
 */
const FolderContents = memo(
  ({ browser, focus }: FilesWindowPartProps & { readonly focus: boolean }) => (
    <FileList browser={browser} focus={focus} empty={<EmptyFolder browser={browser} />} />
  ),
  (_, { browser }) => browser.state.deferSkeleton,
);

/** Maximum number of folders in the restored Back and Forward history. */
const MAX_REMEMBERED_FOLDERS = 30;

/** Updates the title and parameters of the window to the current folder. */
const useFolderInWindowParams = (
  desktop: Desktop,
  window: WindowId,
  { location: { place, path }, backStack, forwardStack }: FolderState,
  root: string | null,
  isEnabled: boolean,
): void => {
  useEffect(() => {
    if (!isEnabled) return;
    const name = path === root || root === null ? title.en : path.slice(parentOf(path).length + 1);
    // Only folders of the same place: paths of the safe and the private files are not stored after the user leaves
    // them.
    const pathsInPlace = (folders: readonly Location[]): readonly string[] =>
      folders.flatMap((one) => (one.place === place ? [one.path] : [])).slice(-MAX_REMEMBERED_FOLDERS);
    desktop.update(window, {
      title: name,
      params: { place, path, behind: pathsInPlace(backStack), ahead: pathsInPlace(forwardStack) },
    });
  }, [desktop, window, place, path, backStack, forwardStack, root, isEnabled]);
};
