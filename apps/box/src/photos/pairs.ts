import { extensionOf, typeOfName } from '../files/file-type.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  readonly duration: number;
}

/** Raw files of cameras. */
export const RAW: ReadonlySet<string> = new Set('raw cr2 cr3 nef arw dng orf rw2 raf'.split(' '));
/** The film of a live photo lasts three seconds; a longer one is a film. */
const LIVE_S = 6;

const stemOf = (name: string): string => name.slice(0, name.lastIndexOf('.')).toLowerCase();

/** Which files of a folder stand beside a picture of the same name: the film of a live photo, the raw file of a camera. By the id of the file. */
export const leadsOf = (files: readonly Named[]): ReadonlyMap<number, number> => {
  const pictures = new Map<string, number>();
  for (const { id, name } of files)
    if (typeOfName(name) === 3 && !RAW.has(extensionOf(name))) pictures.set(stemOf(name), id);
  const leads = new Map<number, number>();
  for (const { id, name, duration } of files) {
    const lead = pictures.get(stemOf(name));
    const extension = extensionOf(name);
    const isBeside = RAW.has(extension) || (extension === 'mov' && duration <= LIVE_S);
    if (lead !== undefined && lead !== id && isBeside) leads.set(id, lead);
  }
  return leads;
};
