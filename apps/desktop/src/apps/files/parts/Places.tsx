import { type Location, parentOf, type Partition, PLACES } from '@boxwood/domain';
import {
  FileIcon,
  IconButton,
  IconInfo,
  IconPinOff,
  IconRefresh,
  IconTrash,
  ProgressBar,
  Sidebar,
  type SidebarItem,
} from '@boxwood/ui';
import { size } from '../../../app-kit/format.ts';
import { LauncherToken, UserToken } from '../../../composition/tokens.ts';
import { volumeWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { nameAt, placeOf, type Root, rootOf } from '../../../file-kit/places.ts';
import { readDropped } from '../../../file-kit/receive/dropped.ts';
import { NEARLY_FULL, spaceOf } from '../../../file-kit/space.ts';
import { useFavourites } from '../../../file-kit/use-favourites.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { carriedBy, mayDrop } from './drag.ts';
import { pictureOf, useRootName } from './root-name.ts';
import type { Browser } from './use-browser.ts';

const TRASH = 'trash';
/** Prefix of sidebar item ids of favourites; the path follows. */
const FAVOURITE = 'favourite:';

/** The volume that contains a path. */
const volumeAt = (volumes: readonly Partition[], path: string): Partition | null =>
  volumes.find(({ mntdir }) => mntdir !== '' && (path === mntdir || path.startsWith(`${mntdir}/`))) ?? null;

/** Free space of the current volume, with a refresh button. */
const Space = ({ volume, onRefresh }: { readonly volume: Partition | null; readonly onRefresh: () => void }) => {
  const t = useText(messages);
  const w = useText(fileWords);
  const space = volume === null ? null : spaceOf(volume);
  const text =
    space === null || space.total === 0 ? '' : t('freeOf', { free: size(space.free), total: size(space.total) });
  return (
    <div className={styles.space}>
      {space === null || volume === null || text === '' ? null : (
        <ProgressBar
          label={volumeWord(volume, w)}
          value={space.percent}
          valueText={text}
          state={space.percent > NEARLY_FULL ? 'failed' : 'accent'}
        />
      )}
      <span className={styles.spaceText}>{text}</span>
      <IconButton size="sm" label={t('refreshStorage')} icon={<IconRefresh />} onClick={onRefresh} />
    </div>
  );
};

/** Sidebar with all roots, favourites, devices and the recycle bin. Its items accept drops. */
export const Places = ({
  browser,
  volumes,
  onRefresh,
}: {
  readonly browser: Browser;
  readonly volumes: readonly Partition[];
  readonly onRefresh: () => void;
}) => {
  const t = useText(messages);
  const launcher = useService(LauncherToken);
  const nameOf = useRootName();
  const { roots, root, view, state, ask, transfers } = browser;
  const { list, favour } = useFavourites();
  const favourites = list ?? [];
  const user = useService(UserToken);
  const favourite = (id: string): Location | null => {
    if (!id.startsWith(FAVOURITE)) return null;
    const path = id.slice(FAVOURITE.length);
    return { path, place: placeOf(path, user) ?? PLACES.personal };
  };
  const item = (one: Root, heading?: string): SidebarItem => ({
    id: one.id,
    label: nameOf(one),
    icon: <FileIcon kind={pictureOf(one)} size={18} />,
    ...(heading === undefined ? {} : { heading }),
    // A network place is removed where it was added, so it has no eject button.
    ...(one.partition === null || one.place === PLACES.network
      ? {}
      : {
          action: {
            label: t('eject', { name: nameOf(one) }),
            icon: <IconInfo />,
            onPress: () => {
              ask({ kind: 'disk', root: one });
            },
          },
        }),
  });
  const own = roots.filter(({ place }) => place === PLACES.personal || place === PLACES.public);
  const gated = roots.filter(({ place }) => place === PLACES.safe || place === PLACES.private);
  const friends = roots.filter(({ place }) => place === PLACES.friends);
  const devices = roots.filter(({ place }) => place === PLACES.device || place === PLACES.network);
  /** The location of a sidebar item: a root or a favourite. */
  const locationOf = (id: string): (Location & { readonly readOnly: boolean }) | null => {
    const chosen = roots.find((one) => one.id === id) ?? null;
    if (chosen !== null) return chosen;
    const pinned = favourite(id);
    return pinned === null ? null : { ...pinned, readOnly: rootOf(pinned, roots)?.readOnly === true };
  };
  const openAt = (id: string): void => {
    const chosen = locationOf(id);
    if (chosen === null) return;
    const { place, path } = chosen;
    // A favourite file is shown in its folder.
    const isFile = favourites.some((one) => one.path === path && !one.isFolder);
    if (isFile) browser.reveal(path);
    view.open({ place, path: isFile ? parentOf(path) : path });
  };
  /** Whether an item accepts drops. A favourite that is a file or is missing does not. */
  const isRoom = (id: string): boolean =>
    !id.startsWith(FAVOURITE) ||
    favourites.some((one) => `${FAVOURITE}${one.path}` === id && one.isFolder && !one.isGone);
  const items: readonly SidebarItem[] = [
    ...[...own, ...friends].map((one) => item(one)),
    ...favourites.map(({ path, isFolder, isGone }, at) => ({
      id: `${FAVOURITE}${path}`,
      label: isGone ? t('favouriteGone', { name: shownName(nameAt(path)) }) : shownName(nameAt(path)),
      icon: <FileIcon kind={isFolder ? 'folder' : 'file'} name={nameAt(path)} size={18} />,
      ...(at === 0 ? { heading: t('favourites') } : {}),
      action: {
        label: t('unfavour'),
        icon: <IconPinOff />,
        onPress: () => {
          favour(path, false);
        },
      },
    })),
    ...gated.map((one, at) => item(one, at === 0 ? t('protected') : undefined)),
    ...devices.map((one, at) => item(one, at === 0 ? t('devices') : undefined)),
    { id: TRASH, label: t('trash'), icon: <IconTrash size={18} />, heading: ' ' },
  ];
  return (
    <Sidebar
      label={t('places')}
      items={items}
      current={
        favourites.some(({ path }) => path === state.location.path)
          ? `${FAVOURITE}${state.location.path}`
          : (root?.id ?? '')
      }
      footer={<Space volume={volumeAt(volumes, state.location.path)} onRefresh={onRefresh} />}
      onSelect={(id) => {
        if (id === TRASH) launcher.open('trash');
        else openAt(id);
      }}
      onLinger={openAt}
      acceptsFiles={(id) => {
        const place = locationOf(id);
        return place !== null && !place.readOnly && place.place !== PLACES.friends && isRoom(id);
      }}
      onFiles={(dropped, id) => {
        const place = locationOf(id);
        if (place === null) return;
        void readDropped(dropped).then((tree) => {
          transfers.upload({ place: place.place, path: place.path }, tree, true);
        });
      }}
      accepts={(data, id) => {
        if (id === TRASH) return carriedBy(data)?.place === PLACES.personal || carriedBy(data)?.place === PLACES.public;
        const target = locationOf(id);
        return target !== null && isRoom(id) && mayDrop(data, target);
      }}
      onDrop={(data, id, { copy }) => {
        const carried = carriedBy(data);
        const target = locationOf(id);
        if (carried === null) return;
        if (id === TRASH) browser.trash(carried.entries, carried.place);
        else if (target !== null) transfers[copy ? 'copy' : 'move'](carried.entries, target.path);
      }}
    />
  );
};
