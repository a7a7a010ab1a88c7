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
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LauncherToken, UserToken } from '../../../composition/service-tokens.ts';
import { volumeLabel } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { nameAt, placeOf, type FileRoot, rootOf } from '../../../kit/files/file-places.ts';
import { readDropped } from '../../../kit/files/receive/read-dropped.ts';
import { NEARLY_FULL_PERCENT, spaceOf } from '../../../kit/files/volume-space.ts';
import { useFavourites } from '../../../kit/files/use-favourites.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { draggedEntriesOf, canDrop } from './browser/dragged-entries.ts';
import { rootIconOf, useRootName } from './browser/use-root-name.ts';
import type { FileBrowser } from './browser/use-browser.ts';

const TRASH_ID = 'trash';
/** Prefix of sidebar item ids of favourites; the path follows. */
const FAVOURITE_PREFIX = 'favourite:';

/** The volume that contains a path. */
const volumeAt = (volumes: readonly Partition[], path: string): Partition | null =>
  volumes.find(({ mntdir }) => mntdir !== '' && (path === mntdir || path.startsWith(`${mntdir}/`))) ?? null;

/** Free space of the current volume, with a refresh button. */
const FreeSpace = ({ volume, onRefresh }: { readonly volume: Partition | null; readonly onRefresh: () => void }) => {
  const t = useText(messages);
  const w = useText(fileMessages);
  const space = volume === null ? null : spaceOf(volume);
  const text =
    space === null || space.total === 0
      ? ''
      : t('freeOf', { free: formatSizeText(space.free), total: formatSizeText(space.total) });
  return (
    <div className={styles.space}>
      {space === null || volume === null || text === '' ? null : (
        <ProgressBar
          label={volumeLabel(volume, w)}
          value={space.percent}
          valueText={text}
          state={space.percent > NEARLY_FULL_PERCENT ? 'failed' : 'accent'}
        />
      )}
      <span className={styles.spaceText}>{text}</span>
      <IconButton size="sm" label={t('refreshStorage')} icon={<IconRefresh />} onClick={onRefresh} />
    </div>
  );
};

/** Sidebar with all roots, favourites, devices and the recycle bin. Its items accept drops. */
export const PlacesSidebar = ({
  browser,
  volumes,
  onRefresh,
}: {
  readonly browser: FileBrowser;
  readonly volumes: readonly Partition[];
  readonly onRefresh: () => void;
}) => {
  const t = useText(messages);
  const launcher = useService(LauncherToken);
  const nameOf = useRootName();
  const { roots, root, view, state, setQuestion, transfers } = browser;
  const { list, setFavourite } = useFavourites();
  const favourites = list ?? [];
  const user = useService(UserToken);
  const favouriteLocation = (id: string): Location | null => {
    if (!id.startsWith(FAVOURITE_PREFIX)) return null;
    const path = id.slice(FAVOURITE_PREFIX.length);
    return { path, place: placeOf(path, user) ?? PLACES.personal };
  };
  const item = (one: FileRoot, heading?: string): SidebarItem => ({
    id: one.id,
    label: nameOf(one),
    icon: <FileIcon kind={rootIconOf(one)} size={18} />,
    ...(heading === undefined ? {} : { heading }),
    // A network place is removed where it was added, so it has no eject button.
    ...(one.partition === null || one.place === PLACES.network
      ? {}
      : {
          action: {
            label: t('eject', { name: nameOf(one) }),
            icon: <IconInfo />,
            onPress: () => {
              setQuestion({ kind: 'disk', root: one });
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
    const pinned = favouriteLocation(id);
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
  const acceptsEntries = (id: string): boolean =>
    !id.startsWith(FAVOURITE_PREFIX) ||
    favourites.some((one) => `${FAVOURITE_PREFIX}${one.path}` === id && one.isFolder && !one.isMissing);
  const items: readonly SidebarItem[] = [
    ...[...own, ...friends].map((one) => item(one)),
    ...favourites.map(({ path, isFolder, isMissing }, index) => ({
      id: `${FAVOURITE_PREFIX}${path}`,
      label: isMissing ? t('favouriteGone', { name: safeDisplayName(nameAt(path)) }) : safeDisplayName(nameAt(path)),
      icon: <FileIcon kind={isFolder ? 'folder' : 'file'} name={nameAt(path)} size={18} />,
      ...(index === 0 ? { heading: t('favourites') } : {}),
      action: {
        label: t('unfavour'),
        icon: <IconPinOff />,
        onPress: () => {
          setFavourite(path, false);
        },
      },
    })),
    ...gated.map((one, index) => item(one, index === 0 ? t('protected') : undefined)),
    ...devices.map((one, index) => item(one, index === 0 ? t('devices') : undefined)),
    { id: TRASH_ID, label: t('trash'), icon: <IconTrash size={18} />, heading: ' ' },
  ];
  return (
    <Sidebar
      label={t('places')}
      items={items}
      current={
        favourites.some(({ path }) => path === state.location.path)
          ? `${FAVOURITE_PREFIX}${state.location.path}`
          : (root?.id ?? '')
      }
      footer={<FreeSpace volume={volumeAt(volumes, state.location.path)} onRefresh={onRefresh} />}
      onSelect={(id) => {
        if (id === TRASH_ID) launcher.open('trash');
        else openAt(id);
      }}
      onSpringLoad={openAt}
      acceptsFiles={(id) => {
        const place = locationOf(id);
        return place !== null && !place.readOnly && place.place !== PLACES.friends && acceptsEntries(id);
      }}
      onFiles={(dropped, id) => {
        const place = locationOf(id);
        if (place === null) return;
        void readDropped(dropped).then((tree) => {
          transfers.upload({ place: place.place, path: place.path }, tree, true);
        });
      }}
      accepts={(data, id) => {
        if (id === TRASH_ID)
          return draggedEntriesOf(data)?.place === PLACES.personal || draggedEntriesOf(data)?.place === PLACES.public;
        const target = locationOf(id);
        return target !== null && acceptsEntries(id) && canDrop(data, target);
      }}
      onDrop={(data, id, { copy }) => {
        const dragged = draggedEntriesOf(data);
        const target = locationOf(id);
        if (dragged === null) return;
        if (id === TRASH_ID) browser.trash(dragged.entries, dragged.place);
        else if (target !== null) transfers[copy ? 'copy' : 'move'](dragged.entries, target.path);
      }}
    />
  );
};
