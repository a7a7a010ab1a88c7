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
import type { Text } from '../../../i18n/define-messages.ts';
import type { albumWords } from '../album-words.ts';
import type { messages } from '../messages.ts';
import type { AlbumActs } from './use-album-acts.tsx';
import { MOST_SAVED, type useActs } from './use-acts.ts';

/** What the menu of pictures needs from its page. */
export interface PictureMenu {
  readonly t: Text<(typeof messages)['table']>;
  readonly a: Text<(typeof albumWords)['table']>;
  readonly acts: ReturnType<typeof useActs>;
  readonly albums: AlbumActs;
  readonly open: (photo: TimelinePhoto) => void;
  readonly indexed: boolean;
  /** The album whose pictures are shown, if the user owns it. */
  readonly own: Album | undefined;
  /** The person whose page is shown, if any. */
  readonly person: { readonly entriesFor: (which: readonly TimelinePhoto[]) => readonly MenuEntry[] } | undefined;
  readonly remove: (which: readonly TimelinePhoto[]) => void;
  readonly drop: (which: readonly TimelinePhoto[]) => void;
}

/** Menu entries for pictures. */
export const entriesFor = (
  which: readonly TimelinePhoto[],
  { t, a, acts, albums, open, indexed, own, person, remove, drop }: PictureMenu,
): readonly MenuEntry[] => {
  const [first] = which;
  if (first === undefined) return [];
  const hearts = which.every(({ favourite }) => favourite === 1);
  const one: readonly MenuEntry[] =
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
              acts.reveal(first);
            },
          },
        ];
  return [
    ...one,
    ...(indexed
      ? [
          {
            kind: 'action' as const,
            id: 'favourite',
            icon: <IconHeart />,
            keys: 'F',
            label: t(hearts ? 'unfavourite' : 'favourite'),
            onSelect: () => {
              acts.favourite(which);
            },
          },
          {
            kind: 'submenu' as const,
            id: 'add',
            label: a('add'),
            icon: <IconAlbumAdd />,
            entries: albums.addEntries(which),
          },
        ]
      : []),
    ...(own !== undefined
      ? [
          {
            kind: 'action' as const,
            id: 'drop',
            label: a('drop'),
            icon: <IconAlbumDrop />,
            onSelect: () => {
              drop(which);
            },
          },
          ...(which.length === 1 && own.members.length === 0
            ? [
                {
                  kind: 'action' as const,
                  id: 'cover',
                  label: a('cover'),
                  icon: <IconImage />,
                  onSelect: () => {
                    albums.cover(own, first);
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
      disabledReason: which.length > MOST_SAVED ? t('chooseFewer', { most: MOST_SAVED }) : undefined,
      onSelect: () => {
        acts.download(which);
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
