import type { ChangeArea } from '@boxwood/box-sdk';
import type { Database } from '../../store/database.ts';
import type { ChangeFeed } from './change-feed.ts';

/** Tables of each area: the user column, and the columns whose changes clients see. */
const AREA_TABLES: readonly {
  readonly area: ChangeArea;
  readonly table: string;
  readonly user: string;
  readonly columns: readonly string[];
}[] = [
  { area: 'trash', table: 'trash', user: 'owner', columns: ['owner'] },
  { area: 'journal', table: 'journal', user: 'user', columns: ['state'] },
  { area: 'favourites', table: 'favourites', user: 'user', columns: ['key'] },
  { area: 'shares', table: 'shares', user: 'user', columns: ['visits', 'wrong', 'code'] },
  { area: 'shares', table: 'family_shares', user: 'owner', columns: ['name', 'path'] },
  { area: 'shares', table: 'family_members', user: 'member', columns: ['member'] },
];

/**
 * Reports a change of an area whenever its tables are written, so that no writer can forget to. A trash row without an
 * owner concerns all users.
 */
export const reportRowChanges = (database: Database, changes: Pick<ChangeFeed, 'area'>): void => {
  for (const { area, table, user, columns } of AREA_TABLES)
    database.onRows(table, columns, user, (owner) => {
      changes.area(area, owner);
    });
};
