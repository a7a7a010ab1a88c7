import { type FileEntry, isFolder, PLACES } from '@boxwood/domain';
import { FileIcon } from '@boxwood/ui';
import { useCallback } from 'react';
import { FilesToken, UserToken } from '../../../composition/tokens.ts';
import { iconOf } from '../../../file-kit/kinds.ts';
import { placeOf } from '../../../file-kit/places.ts';
import { hasThumb, Thumb } from '../../../file-kit/Thumb.tsx';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import styles from '../files.module.css';

/** Maximum number of pictures shown on a folder. */
const MOST = 3;
const PICTURE_PX = 30;

const Filled = ({ entry, size }: { readonly entry: FileEntry; readonly size: number }) => {
  const files = useService(FilesToken);
  const user = useService(UserToken);
  const { path } = entry;
  const place = placeOf(path, user) ?? PLACES.personal;
  const [found] = useQuery(useCallback(() => files.pictures({ place, path }, MOST), [files, place, path]));
  const pictures = found.at === 'ready' ? found.value.filter(hasThumb) : [];
  return (
    <span className={styles.folderThumb}>
      <FileIcon kind={iconOf(entry)} name={entry.name} size={size} />
      <span className={styles.within} aria-hidden="true">
        {pictures.map((picture) => (
          <Thumb key={picture.path} entry={picture} size={PICTURE_PX} />
        ))}
      </span>
    </span>
  );
};

/** Thumbnail of a tile: a folder shows its first pictures, any other entry is a {@link Thumb}. */
export const FolderThumb = ({ entry, size }: { readonly entry: FileEntry; readonly size: number }) =>
  isFolder(entry) && entry.type !== 777 ? <Filled entry={entry} size={size} /> : <Thumb entry={entry} size={size} />;
