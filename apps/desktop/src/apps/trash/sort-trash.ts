import type { TrashedItem } from '@boxwood/domain';
import type { SortOrder } from '@boxwood/ui';

/** One collator for all comparisons. Creating one per comparison takes seconds for a long list. */
const nameCollator = new Intl.Collator('zh-Hans-u-co-pinyin', { numeric: true, sensitivity: 'base' });

const compareTrashedItems = (a: TrashedItem, b: TrashedItem, column: string): number => {
  switch (column) {
    case 'name':
      return nameCollator.compare(a.name, b.name);
    case 'size':
      return a.size - b.size;
    default:
      return a.deleted - b.deleted;
  }
};

/** Sorts by name, size or time of deletion. The sort is stable. */
export const sortTrashedItems = (
  items: readonly TrashedItem[],
  { column, direction }: SortOrder,
): readonly TrashedItem[] =>
  items.toSorted((a, b) => compareTrashedItems(a, b, column) * (direction === 'descending' ? -1 : 1));
