import type { Album, TimelinePhoto } from '@boxwood/domain';
import {
  IconAlbumAdd,
  IconAlbumDrop,
  IconDownload,
  IconFolderOpen,
  IconHeart,
  IconImage,
  IconTrash,
  type MenuEntry,
} from '@boxwood/ui';
import type { Translator } from '../../../../platform/i18n/define-messages.ts';
import type { albumMessages } from '../../album-messages.ts';
import type { messages } from '../../messages.ts';
import type { AlbumActions } from '../albums/use-album-actions.tsx';
import { MAX_ARCHIVE_PHOTOS, type usePhotoActions } from './use-photo-actions.ts';

/** What the menu of pictures needs from its page. */
export interface PictureMenuContext {
  readonly t: Translator<(typeof messages)['table']>;
  readonly a: Translator<(typeof albumMessages)['table']>;
  readonly photoActions: ReturnType<typeof usePhotoActions>;
  readonly albumActions: AlbumActions;
  readonly open: (photo: TimelinePhoto) => void;
  readonly indexed: boolean;
  /** The album whose pictures are shown, if the user owns it. */
  readonly ownAlbum: Album | undefined;
  /** The person whose page is shown, if any. */
  readonly person: { readonly entriesFor: (which: readonly TimelinePhoto[]) => readonly MenuEntry[] } | undefined;
  readonly remove: (which: readonly TimelinePhoto[]) => void;
  readonly removeFromAlbum: (which: readonly TimelinePhoto[]) => void;
}

/** Menu entries for pictures. */
export const pictureMenuEntries = (
  which: readonly TimelinePhoto[],
  { t, a, photoActions, albumActions, open, indexed, ownAlbum, person, remove, removeFromAlbum }: PictureMenuContext,
): readonly MenuEntry[] => {
  const [first] = which;
  if (first === undefined) return [];
  const areAllFavourites = which.every(({ favourite }) => favourite === 1);
  const singlePhotoEntries: readonly MenuEntry[] =
    which.length > 1
      ? []
      : [
          {
            kind: 'action',
            id: 'open',
            label: t('open'),
            icon: <IconImage />,
            onSelect: () => {
              open(first);
            },
          },
          {
            kind: 'action',
            id: 'reveal',
            label: t('reveal'),
            icon: <IconFolderOpen />,
            onSelect: () => {
              photoActions.reveal(first);
            },
          },
        ];
  return [
    ...singlePhotoEntries,
    ...(indexed
      ? [
          {
            kind: 'action' as const,
            id: 'favourite',
            icon: <IconHeart />,
            keys: 'F',
            label: t(areAllFavourites ? 'unfavourite' : 'favourite'),
            onSelect: () => {
              photoActions.favourite(which);
            },
          },
          {
            kind: 'submenu' as const,
            id: 'add',
            label: a('add'),
            icon: <IconAlbumAdd />,
            entries: albumActions.addEntries(which),
          },
        ]
      : []),
    ...(ownAlbum !== undefined
      ? [
          {
            kind: 'action' as const,
            id: 'drop',
            label: a('drop'),
            icon: <IconAlbumDrop />,
            onSelect: () => {
              removeFromAlbum(which);
            },
          },
          ...(which.length === 1 && ownAlbum.members.length === 0
            ? [
                {
                  kind: 'action' as const,
                  id: 'cover',
                  label: a('cover'),
                  icon: <IconImage />,
                  onSelect: () => {
                    albumActions.setCover(ownAlbum, first);
                  },
                },
              ]
            : []),
        ]
      : []),
    ...(person?.entriesFor(which) ?? []),
    {
      kind: 'action',
      id: 'download',
      label: t('download'),
      icon: <IconDownload />,
      disabledReason: which.length > MAX_ARCHIVE_PHOTOS ? t('chooseFewer', { most: MAX_ARCHIVE_PHOTOS }) : undefined,
      onSelect: () => {
        photoActions.download(which);
      },
    },
    { kind: 'separator', id: 'end' },
    {
      kind: 'action',
      id: 'remove',
      label: t('remove'),
      icon: <IconTrash />,
      danger: true,
      onSelect: () => {
        remove(which);
      },
    },
  ];
};
