import { type Location, parentOf, PLACES, rememberedVolumes } from '@boxwood/domain';
import { FileIcon, IconButton, IconPinOff, IconSearch, IconTrash, PhoneHeader, PullToRefresh } from '@boxwood/ui';
import { userRoot } from '@boxwood/box-sdk/rules';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { StartProps } from '../../../app-kit/define-app.ts';
import { ErrorBoundary } from '../../../app-kit/ErrorBoundary.tsx';
import { part } from '../../../app-kit/part.tsx';
import { size } from '../../../app-kit/format.ts';
import { typeAhead } from '../../../app-kit/type-ahead.ts';
import { usePanes } from '../../../app-kit/use-phone.ts';
import {
  LauncherToken,
  SessionToken,
  SettingsToken,
  ShellToken,
  DisksToken,
  UserToken,
} from '../../../composition/tokens.ts';
import { nameAt, placeOf, type Root, rootOf, rootsFor } from '../../../file-kit/places.ts';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import { type Recent, recentlyOpened } from '../../../file-kit/recents.ts';
import { useFavourites } from '../../../file-kit/use-favourites.ts';
import { useOpenFile } from '../../../file-kit/use-open-file.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { Thumb } from '../../../file-kit/Thumb.tsx';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { pictureOf, useRootName } from '../parts/root-name.ts';
import { AddHere } from './AddHere.tsx';
import { startWords } from './messages.ts';
import { Row, type RowProps } from './Row.tsx';
import styles from './start.module.css';

const DropRow = part(
  async () => (await import('./DropRow.tsx')).DropRow,
  ({ ask: _, onto: __, ...row }) => <Row {...row} />,
);

/** Poll interval in ms for attached devices (P-11), at a box that does not report changes. */
const VOLUMES_MS = 60_000;

/** Start page of Files on a phone: search, recently opened files, favourites, and places with their free space. */
export const Start = ({ lead }: StartProps) => {
  const t = useText(startWords);
  const m = useText(messages);
  const launcher = useService(LauncherToken);
  const settings = useService(SettingsToken);
  const disks = useService(DisksToken);
  const panels = useService(ShellToken);
  const stage = useStream(useService(SessionToken).stage$);
  const user = useService(UserToken);
  const disk = useStream(settings.value$('boxDisk'));
  const [seen] = useState(() => rememberedVolumes(settings));
  const [volumes, again] = useQuery(
    useCallback(() => disks.volumes(), [disks]),
    { about: 'disks', every: VOLUMES_MS },
  );
  const roots = useMemo(() => rootsFor(user, volumes.at === 'ready' ? volumes.value : seen), [user, volumes, seen]);
  const nameOf = useRootName();
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const isDevice = ({ place }: Root): boolean => place === PLACES.device || place === PLACES.network;
  const row = (root: Root): ReactNode => (
    <PlaceRow
      key={root.id}
      ask={ask}
      onto={root}
      icon={<FileIcon kind={pictureOf(root)} size={40} />}
      name={nameOf(root)}
      note={noteOf(root)}
      onPress={() => launcher.open('files', { params: { place: root.place, path: root.path } })}
    />
  );

  function noteOf({ place, partition }: Root): string {
    const room =
      partition !== null
        ? { total: partition.f_blocks * partition.f_bsize, free: partition.f_bavail * partition.f_bsize }
        : disk;
    if (place === PLACES.public && partition === null) return t('everyone');
    if (place === PLACES.friends) return t('withMe');
    if (place === PLACES.safe) return t('locked');
    if (place === PLACES.private) return t('hidden');
    return room === null || room.total === 0 ? '' : t('free', { free: size(room.free), total: size(room.total) });
  }

  return (
    <>
      <PhoneHeader title={stage.at === 'in' && stage.link.nick !== '' ? stage.link.nick : m('files')} />
      <PullToRefresh label={t('refreshing')} busy={volumes.at === 'loading'} onRefresh={again}>
        <div className={styles.page}>
          <button
            type="button"
            className={styles.search}
            onClick={() => {
              typeAhead(t('search'));
              panels.show('palette');
            }}
          >
            <IconSearch size={18} aria-hidden="true" />
            {t('search')}
          </button>
          {lead}
          <RecentRow user={user} />
          <FavouriteRows user={user} roots={roots} ask={ask} />
          <h2 className={styles.title}>{t('places')}</h2>
          {roots.filter((one) => !isDevice(one) && one.place !== PLACES.friends).map(row)}
          {roots.filter(({ place }) => place === PLACES.friends).map(row)}
          {roots.some(isDevice) ? <h2 className={styles.title}>{t('devices')}</h2> : null}
          {roots.filter(isDevice).map(row)}
          <PlaceRow
            ask={ask}
            onto="bin"
            icon={<IconTrash size={26} />}
            name={m('trash')}
            note={t('bin')}
            onPress={() => launcher.open('trash')}
          />
        </div>
      </PullToRefresh>
      <AddHere location={{ place: PLACES.personal, path: userRoot(user) }} question={question} ask={ask} />
    </>
  );
};

interface PlaceRowProps extends RowProps {
  readonly ask: (question: ReceiveQuestion | null) => void;
}

/** A place that accepts drops when a folder pane is shown beside it. The drop code is lazy. */
const PlaceRow = ({ ask, onto, ...row }: PlaceRowProps) => {
  const panes = usePanes();
  if (!panes || onto === undefined) return <Row {...row} />;
  return (
    <ErrorBoundary>
      <DropRow {...row} onto={onto} ask={ask} />
    </ErrorBoundary>
  );
};

interface FavouriteRowsProps extends Pick<PlaceRowProps, 'ask'> {
  readonly user: string;
  readonly roots: readonly Root[];
}

const FavouriteRows = ({ user, roots, ask }: FavouriteRowsProps) => {
  const m = useText(messages);
  const launcher = useService(LauncherToken);
  const inWords = usePathInWords();
  const { list, favour } = useFavourites();
  const favourites = list ?? [];
  if (favourites.length === 0) return null;
  const placeAt = (path: string) => placeOf(path, user) ?? PLACES.personal;
  const open = (path: string, isFolder: boolean): void => {
    const place = placeAt(path);
    launcher.open('files', {
      params: isFolder ? { place, path } : { place, path: parentOf(path), reveal: path },
    });
  };
  const room = (path: string): Location & { readonly readOnly: boolean } => {
    const location = { place: placeAt(path), path };
    return { ...location, readOnly: rootOf(location, roots)?.readOnly === true };
  };
  return (
    <>
      <h2 className={styles.title}>{m('favourites')}</h2>
      {favourites.map(({ path, isFolder, isGone }) => (
        <div key={path} className={styles.kept}>
          <PlaceRow
            ask={ask}
            onto={isFolder && !isGone ? room(path) : undefined}
            icon={<FileIcon kind={isFolder ? 'folder' : 'file'} name={nameAt(path)} size={40} />}
            name={isGone ? m('favouriteGone', { name: shownName(nameAt(path)) }) : shownName(nameAt(path))}
            note={inWords(parentOf(path))}
            onPress={() => open(path, isFolder)}
          />
          {isGone ? (
            <IconButton label={m('unfavour')} icon={<IconPinOff />} onClick={() => favour(path, false)} />
          ) : null}
        </div>
      ))}
    </>
  );
};

const RecentRow = ({ user }: { readonly user: string }) => {
  const t = useText(startWords);
  const settings = useService(SettingsToken);
  const open = useOpenFile();
  const recents = recentlyOpened(settings, user);
  if (recents.length === 0) return null;
  return (
    <>
      <h2 className={styles.title}>{t('recent')}</h2>
      <div className={styles.recents} data-drawn="" role="group" aria-label={t('recent')}>
        {recents.map((one) => (
          <RecentTile key={one.path} recent={one} onPress={() => open(entryOf(one))} />
        ))}
      </div>
    </>
  );
};

const entryOf = (recent: Recent) => ({ ...recent, ctime: 0, id: recent.path });

const RecentTile = ({ recent, onPress }: { readonly recent: Recent; readonly onPress: () => void }) => (
  <button type="button" className={styles.tile} onClick={onPress}>
    <span className={styles.picture}>
      <Thumb entry={entryOf(recent)} size={64} />
    </span>
    <span className={styles.name}>{shownName(recent.name)}</span>
  </button>
);
