import { PLACES } from '@boxwood/domain';
import {
  Button,
  FileIcon,
  IconInfo,
  IconRefresh,
  IconTrash,
  type PlaceKind,
  Sidebar,
  type SidebarItem,
} from '@boxwood/ui';
import { useCallback } from 'react';
import { LauncherToken } from '../../../composition/tokens.ts';
import { placeWord, volumeWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import type { Root } from '../../../file-kit/places.ts';
import { readDropped } from '../../../file-kit/receive/dropped.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { carriedBy, mayDrop } from './drag.ts';
import type { Browser } from './use-browser.ts';

const TRASH = 'trash';

/** The picture of a root. */
export const pictureOf = ({ place }: Root): PlaceKind => {
  switch (place) {
    case PLACES.public:
    case PLACES.friends:
      return 'folder-shared';
    case PLACES.safe:
      return 'folder-safe';
    case PLACES.private:
      return 'folder-private';
    case PLACES.device:
      return 'usb';
    case PLACES.network:
      return 'network';
    case PLACES.personal:
      return 'folder';
  }
};

/** The name of a root: its place, its volume, or both. */
export const useRootName = (): ((root: Root) => string) => {
  const t = useText(fileWords);
  return useCallback(
    ({ place, volume: name, partition }) => {
      if (name === null) return placeWord(place, t);
      const volume = partition === null ? name : volumeWord(partition, t);
      return place === PLACES.device || place === PLACES.network
        ? volume
        : t('placeOn', { place: placeWord(place, t), volume });
    },
    [t],
  );
};

/** The places at the side: every root, the devices, and the recycle bin. They are places to drop on. */
export const Places = ({ browser, onRefresh }: { readonly browser: Browser; readonly onRefresh: () => void }) => {
  const t = useText(messages);
  const launcher = useService(LauncherToken);
  const nameOf = useRootName();
  const { roots, root, view, ask, transfers } = browser;
  const item = (one: Root, heading?: string): SidebarItem => ({
    id: one.id,
    label: nameOf(one),
    icon: <FileIcon kind={pictureOf(one)} size={18} />,
    ...(heading === undefined ? {} : { heading }),
    ...(one.partition === null
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
  const openRoot = (id: string): void => {
    const chosen = roots.find((one) => one.id === id);
    if (chosen !== undefined) view.open({ place: chosen.place, path: chosen.path });
  };
  const items: readonly SidebarItem[] = [
    ...[...own, ...friends].map((one) => item(one)),
    ...gated.map((one, at) => item(one, at === 0 ? t('protected') : undefined)),
    ...devices.map((one, at) => item(one, at === 0 ? t('devices') : undefined)),
    { id: TRASH, label: t('trash'), icon: <IconTrash size={18} />, heading: ' ' },
  ];
  return (
    <Sidebar
      label={t('places')}
      items={items}
      current={root?.id ?? ''}
      footer={
        <Button variant="quiet" size="sm" icon={<IconRefresh />} onClick={onRefresh}>
          {t('refreshStorage')}
        </Button>
      }
      onSelect={(id) => {
        if (id === TRASH) launcher.open('trash');
        else openRoot(id);
      }}
      onLinger={openRoot}
      acceptsFiles={(id) => {
        const place = roots.find((one) => one.id === id);
        return place !== undefined && !place.readOnly && place.place !== PLACES.friends;
      }}
      onFiles={(dropped, id) => {
        const place = roots.find((one) => one.id === id);
        if (place === undefined) return;
        void readDropped(dropped).then((tree) => {
          transfers.upload({ place: place.place, path: place.path }, tree, true);
        });
      }}
      accepts={(data, id) => {
        if (id === TRASH) return carriedBy(data)?.place === PLACES.personal || carriedBy(data)?.place === PLACES.public;
        const target = roots.find((one) => one.id === id);
        return target !== undefined && mayDrop(data, target);
      }}
      onDrop={(data, id, { copy }) => {
        const carried = carriedBy(data);
        const target = roots.find((one) => one.id === id);
        if (carried === null) return;
        if (id === TRASH) browser.trash(carried.entries, carried.place);
        else if (target !== undefined) transfers[copy ? 'copy' : 'move'](carried.entries, target.path);
      }}
    />
  );
};
