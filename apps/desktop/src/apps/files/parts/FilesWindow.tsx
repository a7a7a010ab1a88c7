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
  /** An entry to select once the folder shows. */
  readonly reveal: string | null;
  /** The folders that Back goes back to at first. Where it is given, the window's title and parameters follow the folder, so a reload comes back to it. */
  readonly behind?: readonly Location[];
  /** Those that Forward opens again. */
  readonly ahead?: readonly Location[];
  /** Begins with the search over all places (P-14). */
  readonly searching?: string;
}

/** How often plugged and unplugged devices are noticed (P-11) at a box that does not tell of them. */
const VOLUMES_MS = 60_000;

const PhoneFrame = part(
  async () => (await fetchPhoneFrame()).PhoneFrame,
  () => <WindowSkeleton />,
);
const DeskFrame = part(
  async () => (await fetchDeskFrame()).DeskFrame,
  () => <WindowSkeleton sided />,
);
/** Only a box that is there says that a folder is not. */
const Gone = part(async () => (await questions.load()).Gone);

/** One browser window. */
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
    // A window that lies below another one stays where it is.
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
  // A list is read before anything is asked about it; what asks is there when the network is gone.
  useEffect(() => {
    // Whoever needs it asks again, and hears of a failure there.
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

/** The question of the window, or the quick look. */
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

/** Loads the folder once the gate has let the person in: the box refused it before. No question stays open over a closed gate. */
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
 * What is in the folder. While that is a moment away the rows of the folder before stand still in its place, where no press reaches them: to take them
 * away and to draw the new ones is one step then.
 */
const Rows = memo(
  ({ browser, focus }: Bound & { readonly focus: boolean }) => (
    <FileList browser={browser} focus={focus} empty={<Empty browser={browser} />} />
  ),
  (_, { browser }) => browser.state.soon,
);

/** Folders that a window goes back to after a reload, or forward. */
const KEPT = 30;

/** Title and parameters of the window follow the folder. */
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
    // Of the same place: what lies behind a second password is not named once it was left.
    const kept = (folders: readonly Location[]): readonly string[] =>
      folders.flatMap((one) => (one.place === place ? [one.path] : [])).slice(-KEPT);
    desktop.update(window, { title: name, params: { place, path, behind: kept(behind), ahead: kept(ahead) } });
  }, [desktop, window, place, path, behind, ahead, root, on]);
};
