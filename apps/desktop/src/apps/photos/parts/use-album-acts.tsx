import type { Album, Asked, TimelinePhoto } from '@boxwood/domain';
import { IconFolder, IconImages, IconPencil, IconPlus, IconTrash, type MenuEntry } from '@boxwood/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { UserToken } from '../../../composition/tokens.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import type { Tree } from '../../../file-kit/receive/tree.ts';
import { LateReceive } from '../../../file-kit/receive/LateReceive.tsx';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { AlbumDialog, AlbumFoldersDialog, AlbumUploadDialog, RemoveAlbumDialog } from './late.tsx';

/** The open dialog: create an album from pictures, upload to one, edit it or delete it. */
type Open =
  | { readonly kind: 'make'; readonly ids: readonly string[] }
  | { readonly kind: 'upload'; readonly album: Album; readonly tree: Tree | null }
  | { readonly kind: 'change' | 'remove' | 'folders'; readonly album: Album };

/** The albums, and the actions for them and their pictures. */
export interface AlbumActs {
  readonly albums: Asked<readonly Album[]>;
  readonly me: string;
  readonly reload: () => void;
  /** Menu entries that add pictures to an existing or new album. */
  readonly addEntries: (photos: readonly TimelinePhoto[]) => readonly MenuEntry[];
  readonly add: (album: Album, ids: readonly string[]) => void;
  readonly drop: (album: Album, photos: readonly TimelinePhoto[]) => void;
  readonly cover: (album: Album, photo: TimelinePhoto) => void;
  readonly make: () => void;
  /** Opens the upload dialog; without a tree the user chooses the files there. */
  readonly upload: (album: Album, tree?: Tree) => void;
  /** Menu entries for the owner of an album. */
  readonly entriesOf: (album: Album) => readonly MenuEntry[];
  /** The page must render these dialogs. */
  readonly dialogs: ReactNode;
}

/**
 * @param onCreated called when a dialog created an album
 * @param onRemoved called when an album was deleted
 */
export const useAlbumActs = (onMade: (id: string) => void, onGone: (id: string) => void): AlbumActs => {
  const t = useText(albumWords);
  const photos = usePhotos();
  const me = useService(UserToken);
  const [albums, reload] = useQuery(
    useCallback(() => photos.albums(), [photos]),
    { about: 'photos' },
  );
  const [open, setOpen] = useState<Open | null>(null);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const close = (): void => {
    setOpen(null);
  };
  const own = albums.at === 'ready' ? albums.value.filter(({ owner }) => owner === me) : [];
  const add = (album: Pick<Album, 'id' | 'name'>, ids: readonly string[]): void => {
    photos.addTo(album, ids).subscribe(reload);
  };
  return {
    albums,
    me,
    reload,
    add,
    addEntries: (chosen) => {
      const ids = chosen.map(({ id }) => id);
      return [
        {
          kind: 'action',
          id: 'new',
          label: t('newWith'),
          icon: <IconPlus />,
          onSelect: () => {
            setOpen({ kind: 'make', ids });
          },
        },
        ...own.map((album): MenuEntry => ({
          kind: 'action',
          id: album.id,
          label: album.name,
          icon: <IconImages />,
          onSelect: () => {
            add(album, ids);
          },
        })),
      ];
    },
    drop: (album, chosen) => {
      photos
        .dropFrom(
          album,
          chosen.map(({ id }) => id),
        )
        .subscribe(reload);
    },
    cover: (album, { path }) => {
      photos.setCover(album.id, path).subscribe(reload);
    },
    make: () => {
      setOpen({ kind: 'make', ids: [] });
    },
    upload: (album, tree) => {
      setOpen({ kind: 'upload', album, tree: tree ?? null });
    },
    entriesOf: (album) => [
      {
        kind: 'action',
        id: 'change',
        label: t('change'),
        icon: <IconPencil />,
        onSelect: () => {
          setOpen({ kind: 'change', album });
        },
      },
      {
        kind: 'action',
        id: 'folders',
        label: t('folders'),
        icon: <IconFolder />,
        onSelect: () => {
          setOpen({ kind: 'folders', album });
        },
      },
      {
        kind: 'action',
        id: 'remove',
        label: t('remove'),
        icon: <IconTrash />,
        danger: true,
        onSelect: () => {
          setOpen({ kind: 'remove', album });
        },
      },
    ],
    dialogs:
      question !== null ? (
        <LateReceive question={question} ask={ask} />
      ) : open === null ? null : open.kind === 'upload' ? (
        <AlbumUploadDialog album={open.album} brought={open.tree} ask={ask} onClose={close} />
      ) : open.kind === 'folders' ? (
        <AlbumFoldersDialog
          album={open.album}
          onClose={() => {
            close();
            // The number of pictures may have changed.
            reload();
          }}
        />
      ) : open.kind === 'remove' ? (
        <RemoveAlbumDialog
          album={open.album}
          onConfirm={() => {
            close();
            photos.removeAlbum(open.album).subscribe((result) => {
              if (result._tag === 'Right') onGone(open.album.id);
              reload();
            });
          }}
          onClose={close}
        />
      ) : (
        <AlbumDialog
          album={open.kind === 'change' ? open.album : null}
          onDone={(album) => {
            close();
            reload();
            if (open.kind !== 'make') return;
            if (open.ids.length > 0) add(album, open.ids);
            else onMade(album.id);
          }}
          onClose={close}
        />
      ),
  };
};
