import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import type { FileSearch, FolderState, Location, SortOrder } from './files.ts';
import type { Pages } from './pages.ts';
import { isRoot, patternOf } from './places.ts';

/** The listing fields before anything is loaded. */
export const NOTHING = { entries: [], total: 0, pageNow: 1, pageSum: 1 } satisfies Partial<FolderState>;

/** State of a newly opened folder. */
export const beginning = (location: Location, sort: SortOrder): FolderState => ({
  ...NOTHING,
  location,
  limit: PAGE_SIZES.listing,
  loading: 'first',
  soon: false,
  failure: null,
  sort,
  filter: {},
  search: null,
  partial: false,
  behind: [],
  ahead: [],
  canBack: false,
  canForward: false,
  canUp: !isRoot(location.place, location.path),
});

/** The page request for what a view shows. */
export const requestOf = ({ location, sort, filter, search, limit }: FolderState): Pages['request'] => {
  const pattern = search === null ? null : patternOf(search.text, search.regex);
  return { location, sort, filter, pattern, type: search?.type ?? null, wide: search?.wide ?? null, limit };
};

/** Whether both searches are the same; compares their JSON, as searches are small. */
export const sameSearch = (one: FileSearch | null, other: FileSearch | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
