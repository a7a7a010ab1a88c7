import type { FileEntry } from '@boxwood/domain';
import { Ending } from '../../../file-kit/Ending.tsx';
import type { Browser } from './use-browser.ts';
import { useWhere } from './use-where.ts';

interface WhereProps extends Pick<Browser, 'roots' | 'placeOfEntry'>, Pick<Browser['state'], 'location' | 'search'> {
  readonly entry: FileEntry;
}

/** Folder of a search result, relative to the searched folder, with the full path as a tooltip. */
export const Where = ({ entry, location, search, ...browser }: WhereProps) => {
  const wayTo = useWhere(browser);
  const from = search?.wide === undefined ? location.path : undefined;
  return <Ending text={wayTo(entry, from)} title={wayTo(entry)} />;
};
