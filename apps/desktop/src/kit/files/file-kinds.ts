import { isEncryptedName } from '@boxwood/box-sdk/rules';
import type { FileEntry, Partition } from '@boxwood/domain';
import { isFolder, PLACES } from '@boxwood/domain';
import { extensionOf, type PlaceKind } from '@boxwood/ui';
import type { Translator } from '../../platform/i18n/define-messages.ts';
import type { fileMessages } from './messages.ts';
import { nameAt } from './file-places.ts';

type FileText = Translator<(typeof fileMessages)['table']>;

/** The type of a file as text: the kind reported by the box, or the extension when that says more (FILES-40). */
export const kindOf = ({ name, type }: Pick<FileEntry, 'name' | 'type'>, t: FileText): string => {
  if (type === 5) return t('kindFolder');
  if (type === 100) return t('kindLink');
  if (type === 777) return t('kindVolume');
  if (isEncryptedName(name)) return t('kindEncrypted');
  const extension = extensionOf(name).toUpperCase();
  switch (type) {
    case 1:
      return t('kindAudio');
    case 2:
      return t('kindVideo');
    case 3:
      return t('kindImage');
    case 50:
      return t('kindTemporary');
    default:
      if (extension !== '') return t('kindNamed', { extension });
      return type === 4 ? t('kindDocument') : t('kindFile');
  }
};

/** Which icon represents an entry. */
export const iconOf = ({ type, path }: Pick<FileEntry, 'type' | 'path'>): 'file' | PlaceKind => {
  if (type === 777)
    return path.startsWith('/mnt/extdev/') ? 'usb' : path.startsWith('/mnt/netdev/') ? 'network' : 'volume';
  if (type === 100) return 'folder-link';
  return isFolder({ type }) ? 'folder' : 'file';
};

/** Display name of a mounted volume without a label: its disk number. Mount points are never shown (finding 29). */
export const mountLabel = (name: string, t: FileText): string => {
  const disk = /^usb(\d+)$/.exec(name)?.[1];
  if (disk === undefined) return name;
  return disk === '1' ? t('mainDisk') : t('disk', { n: disk });
};

/** Display name of a volume: its label, or its mount point as text. */
export const volumeLabel = ({ label = '', mntdir }: Pick<Partition, 'label' | 'mntdir'>, t: FileText): string =>
  label === '' ? mountLabel(nameAt(mntdir), t) : label;

/** Display name of a place. */
export const placeLabel = (place: number, t: FileText): string => {
  switch (place) {
    case PLACES.public:
      return t('place2');
    case PLACES.safe:
      return t('place3');
    case PLACES.friends:
      return t('place4');
    case PLACES.device:
      return t('place5');
    case PLACES.private:
      return t('place8');
    case PLACES.network:
      return t('place9');
    default:
      return t('place1');
  }
};
