import { type Location, parentOf, PLACES, rememberedVolumes } from '@boxwood/domain';
import { FileIcon, IconButton, IconPinOff, IconSearch, IconTrash, PhoneHeader, PullToRefresh } from '@boxwood/ui';
import { userRoot } from '@boxwood/box-sdk/rules';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { StartPageProps } from '../../../kit/app/apps/define-app.ts';
import { ErrorBoundary } from '../../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { openKeyboardEarly } from '../../../kit/app/early-keyboard.ts';
import { useHasTwoPanes } from '../../../kit/app/use-is-phone.ts';
import {
  LauncherToken,
  SessionToken,
  SettingsToken,
  ShellToken,
  DisksToken,
  UserToken,
} from '../../../composition/service-tokens.ts';
import { nameAt, placeOf, type FileRoot, rootOf, rootsFor } from '../../../kit/files/file-places.ts';
import type { UploadQuestion } from '../../../kit/files/receive/upload-question.ts';
import { type RecentFile, recentlyOpened } from '../../../kit/files/history/recently-opened.ts';
import { useFavourites } from '../../../kit/files/use-favourites.ts';
import { useOpenFile } from '../../../kit/files/use-open-file.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { Thumb } from '../../../kit/files/Thumb.tsx';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { rootIconOf, useRootName } from '../parts/browser/use-root-name.ts';
import { StartAddMenu } from './StartAddMenu.tsx';
import { startMessages } from './messages.ts';
import { StartRow, type StartRowProps } from './StartRow.tsx';
import styles from './start.module.css';

const DroppableStartRow = lazyComponent(
  async () => (await import('./DroppableStartRow.tsx')).DroppableStartRow,
  ({ setQuestion: _, dropTarget: __, ...row }) => <StartRow {...row} />,
);

/** Poll interval in ms for attached devices (P-11), at a box that does not report changes. */
const VOLUMES_POLL_MS = 60_000;

/** Start page of Files on a phone: search, recently opened files, favourites, and places with their free space. */
export const Start = ({ header }: StartPageProps) => {
  const t = useText(startMessages);
  const m = useText(messages);
  const launcher = useService(LauncherToken);
  const settings = useService(SettingsToken);
  const disks = useService(DisksToken);
  const panels = useService(ShellToken);
  const stage = useStream(useService(SessionToken).stage$);
  const user = useService(UserToken);
  const disk = useStream(settings.value$('boxDisk'));
  const [remembered] = useState(() => rememberedVolumes(settings));
  const [volumes, reload] = useQuery(
    useCallback(() => disks.volumes(), [disks]),
    { about: 'disks', every: VOLUMES_POLL_MS },
  );
  const roots = useMemo(
    () => rootsFor(user, volumes.at === 'ready' ? volumes.value : remembered),
    [user, volumes, remembered],
  );
  const nameOf = useRootName();
  const [question, setQuestion] = useState<UploadQuestion | null>(null);
  const isDevice = ({ place }: FileRoot): boolean => place === PLACES.device || place === PLACES.network;
  const row = (root: FileRoot): ReactNode => (
    <PlaceRow
      key={root.id}
      setQuestion={setQuestion}
      dropTarget={root}
      icon={<FileIcon kind={rootIconOf(root)} size={40} />}
      name={nameOf(root)}
      note={noteOf(root)}
      onPress={() => launcher.open('files', { params: { place: root.place, path: root.path } })}
    />
  );

  function noteOf({ place, partition }: FileRoot): string {
    const space =
      partition !== null
        ? { total: partition.f_blocks * partition.f_bsize, free: partition.f_bavail * partition.f_bsize }
        : disk;
    if (place === PLACES.public && partition === null) return t('everyone');
    if (place === PLACES.friends) return t('withMe');
    if (place === PLACES.safe) return t('locked');
    if (place === PLACES.private) return t('hidden');
    return space === null || space.total === 0
      ? ''
      : t('free', { free: formatSizeText(space.free), total: formatSizeText(space.total) });
  }

  return (
    <>
      <PhoneHeader title={stage.at === 'in' && stage.link.nick !== '' ? stage.link.nick : m('files')} />
      <PullToRefresh label={t('refreshing')} busy={volumes.at === 'loading'} onRefresh={reload}>
        <div className={styles.page}>
          <button
            type="button"
            className={styles.search}
            onClick={() => {
              openKeyboardEarly(t('search'));
              panels.show('palette');
            }}
          >
            <IconSearch size={18} aria-hidden="true" />
            {t('search')}
          </button>
          {header}
          <RecentRow user={user} />
          <FavouriteRows user={user} roots={roots} setQuestion={setQuestion} />
          <h2 className={styles.title}>{t('places')}</h2>
          {roots.filter((one) => !isDevice(one) && one.place !== PLACES.friends).map(row)}
          {roots.filter(({ place }) => place === PLACES.friends).map(row)}
          {roots.some(isDevice) ? <h2 className={styles.title}>{t('devices')}</h2> : null}
          {roots.filter(isDevice).map(row)}
          <PlaceRow
            setQuestion={setQuestion}
            dropTarget="bin"
            icon={<IconTrash size={26} />}
            name={m('trash')}
            note={t('bin')}
            onPress={() => launcher.open('trash')}
          />
        </div>
      </PullToRefresh>
      <StartAddMenu
        location={{ place: PLACES.personal, path: userRoot(user) }}
        question={question}
        setQuestion={setQuestion}
      />
    </>
  );
};

interface PlaceRowProps extends StartRowProps {
  readonly setQuestion: (question: UploadQuestion | null) => void;
}

/** A place that accepts drops when a folder pane is shown next to it. The drop code is lazy. */
const PlaceRow = ({ setQuestion, dropTarget, ...row }: PlaceRowProps) => {
  const panes = useHasTwoPanes();
  if (!panes || dropTarget === undefined) return <StartRow {...row} />;
  return (
    <ErrorBoundary>
      <DroppableStartRow {...row} dropTarget={dropTarget} setQuestion={setQuestion} />
    </ErrorBoundary>
  );
};

interface FavouriteRowsProps extends Pick<PlaceRowProps, 'setQuestion'> {
  readonly user: string;
  readonly roots: readonly FileRoot[];
}

const FavouriteRows = ({ user, roots, setQuestion }: FavouriteRowsProps) => {
  const m = useText(messages);
  const launcher = useService(LauncherToken);
  const formatPath = useDisplayPath();
  const { list, setFavourite } = useFavourites();
  const favourites = list ?? [];
  if (favourites.length === 0) return null;
  const placeAt = (path: string) => placeOf(path, user) ?? PLACES.personal;
  const open = (path: string, isFolder: boolean): void => {
    const place = placeAt(path);
    launcher.open('files', {
      params: isFolder ? { place, path } : { place, path: parentOf(path), reveal: path },
    });
  };
  const dropTargetOf = (path: string): Location & { readonly readOnly: boolean } => {
    const location = { place: placeAt(path), path };
    return { ...location, readOnly: rootOf(location, roots)?.readOnly === true };
  };
  return (
    <>
      <h2 className={styles.title}>{m('favourites')}</h2>
      {favourites.map(({ path, isFolder, isMissing }) => (
        <div key={path} className={styles.kept}>
          <PlaceRow
            setQuestion={setQuestion}
            dropTarget={isFolder && !isMissing ? dropTargetOf(path) : undefined}
            icon={<FileIcon kind={isFolder ? 'folder' : 'file'} name={nameAt(path)} size={40} />}
            name={
              isMissing ? m('favouriteGone', { name: safeDisplayName(nameAt(path)) }) : safeDisplayName(nameAt(path))
            }
            note={formatPath(parentOf(path))}
            onPress={() => open(path, isFolder)}
          />
          {isMissing ? (
            <IconButton label={m('unfavour')} icon={<IconPinOff />} onClick={() => setFavourite(path, false)} />
          ) : null}
        </div>
      ))}
    </>
  );
};

const RecentRow = ({ user }: { readonly user: string }) => {
  const t = useText(startMessages);
  const settings = useService(SettingsToken);
  const open = useOpenFile();
  const recents = recentlyOpened(settings, user);
  if (recents.length === 0) return null;
  return (
    <>
      <h2 className={styles.title}>{t('recent')}</h2>
      <div className={styles.recents} data-drawn="" role="group" aria-label={t('recent')}>
        {recents.map((one) => (
          <RecentTile key={one.path} recent={one} onPress={() => open(recentEntryOf(one))} />
        ))}
      </div>
    </>
  );
};

const recentEntryOf = (recent: RecentFile) => ({ ...recent, ctime: 0, id: recent.path });

const RecentTile = ({ recent, onPress }: { readonly recent: RecentFile; readonly onPress: () => void }) => (
  <button type="button" className={styles.tile} onClick={onPress}>
    <span className={styles.picture}>
      <Thumb entry={recentEntryOf(recent)} size={64} />
    </span>
    <span className={styles.name}>{safeDisplayName(recent.name)}</span>
  </button>
);
