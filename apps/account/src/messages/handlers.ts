import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import type { CallContext, ServiceDeps } from '../service-context.ts';

/** Messages of four types (MSG-03). Every command is limited to the caller's own messages. */
export const messageHandlers = ({ db }: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['messages'] => ({
  unread: async (_, { caller }) => {
    const types = await db
      .selectFrom('messages')
      .select(['type', (of) => of.fn.countAll<number>().as('count')])
      .where('user_name', '=', caller)
      .where('state', '<>', 1)
      .groupBy('type')
      .orderBy('type')
      .execute();
    return { total: types.reduce((sum, { count }) => sum + count, 0), types };
  },

  list: async ({ type, pageNo, pageSize }, { caller }) => {
    const own = db.selectFrom('messages').where('user_name', '=', caller).where('type', '=', type);
    const { total } = await own.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await own
      .selectAll()
      .orderBy('date_time', 'desc')
      .orderBy('mid', 'desc')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    return {
      datas: rows.map((row) => ({
        mid: row.mid,
        content: row.content,
        state: row.state,
        dateTime: row.date_time,
        type: row.type,
        boxName: row.box_name,
      })),
      total,
      pageSum: Math.max(1, Math.ceil(total / pageSize)),
      pageNow: pageNo,
      limit: pageSize,
    };
  },

  markRead: async ({ type }, { caller }) => {
    await db
      .updateTable('messages')
      .set({ state: 1 })
      .where('user_name', '=', caller)
      .where('type', '=', type)
      .execute();
    return {};
  },

  delete: async ({ mid }, { caller }) => {
    await db.deleteFrom('messages').where('user_name', '=', caller).where('mid', '=', mid).execute();
    return {};
  },

  clear: async ({ type }, { caller }) => {
    const { numDeletedRows } = await db
      .deleteFrom('messages')
      .where('user_name', '=', caller)
      .where('type', '=', type)
      .executeTakeFirst();
    return { count: Number(numDeletedRows) };
  },
});
