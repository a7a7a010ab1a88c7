import { ACC } from '@boxwood/account-sdk';
import type { Domain } from '@boxwood/account-sdk';
import { checkDomainHost, TUNNEL } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { refuse } from '../service-context.ts';
import { requireAdministeredBox, requireBoxOfUser, isAnyAdmin } from '../roster/roster-store.ts';
import { newToken } from '../secrets.ts';
import { GUESS_LIMIT } from '../store/attempt-limiter.ts';
import type { Db } from '../store/schema.ts';

import { redeemCode } from './redeem-code.ts';

/** The port at which share links are served (G-64). */
const SHARE_PORT = 20_223;

/** Validates a host name: 1040 when it starts with nat, 2004 otherwise. */
export const validHostName = (typed: string): string => {
  const host = typed.trim();
  const verdict = checkDomainHost(host);
  if (verdict.ok) return host;
  return refuse(verdict.issue === 'domain.hostNat' ? 1040 : 2004, verdict.issue);
};

/** Whether a host name belongs to a domain or a tunnel product. */
export const isHostOccupied = async (db: Db, host: string): Promise<boolean> => {
  const domain = await db.selectFrom('domains').select('id').where('domain', '=', host).executeTakeFirst();
  const product = await db.selectFrom('products').select('sub_id').where('domain', '=', host).executeTakeFirst();
  return domain !== undefined || product !== undefined;
};

/** Dynamic domains (G-44): a register of names and their target boxes; only administrators change it. */
export const domainHandlers = ({
  db,
  clock,
  settings,
  attempts,
}: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['domains'] => {
  const rows = () =>
    db
      .selectFrom('domains')
      .leftJoin('boxes', 'boxes.box_id', 'domains.box_id')
      .selectAll('domains')
      .select('boxes.box_name')
      .orderBy('domains.free', 'desc')
      .orderBy('domains.domain');
  type DomainRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  const toDomain = (row: DomainRow, caller: string): Domain => ({
    id: row.id,
    domain: row.domain,
    suffix: settings.domainSuffix,
    status: row.status,
    boxName: row.box_name ?? '',
    boxId: row.box_id,
    code: row.owner === caller ? row.code : '',
    free: row.free,
    expire: row.expire,
  });

  /** A domain of the caller by its host; 1020 for any other. */
  const ownDomain = async (caller: string, host: string): Promise<DomainRow> =>
    (await rows().where('domains.owner', '=', caller).where('domains.domain', '=', host.trim()).executeTakeFirst()) ??
    refuse(ACC.notAdmin);

  return {
    list: async (_, { caller }) => {
      const found = await rows()
        .where((of) => {
          const boxes = of.selectFrom('roster as own').select('own.box_id').where('own.user_name', '=', caller);
          const admins = of
            .selectFrom('roster')
            .select('roster.user_name')
            .where('roster.box_id', 'in', boxes)
            .where('roster.admin', '=', 'Y');
          return of.or([of('domains.owner', '=', caller), of('domains.owner', 'in', admins)]);
        })
        .execute();
      return found.map((row) => toDomain(row, caller));
    },

    add: async ({ domain, code }, { caller }) => {
      if (!(await isAnyAdmin(db, caller))) return refuse(ACC.notAdmin);
      const host = validHostName(domain);
      if (await isHostOccupied(db, host)) return refuse(ACC.domainTaken);
      if (code !== '' && !(await attempts.count(`redeem:${caller}`, GUESS_LIMIT))) return refuse(ACC.busy);
      const id = newToken();
      await db.transaction().execute(async (tx) => {
        // Writing the owner's row serialises concurrent additions of one user.
        await tx
          .updateTable('users')
          .set((of) => ({ points: of.ref('points') }))
          .where('user_name', '=', caller)
          .execute();
        const owned = await tx.selectFrom('domains').select('free').where('owner', '=', caller).execute();
        if (owned.length >= TUNNEL.domainsMax) refuse(ACC.exchangeUnusable, 'limit');
        const free = code === '' && owned.every((row) => row.free === 'N');
        if (!free && code === '') refuse(ACC.noExchangeCode);
        if (!free) await redeemCode(tx, clock, caller, code, 'domain');
        const made = await tx
          .insertInto('domains')
          .values({
            id,
            domain: host,
            owner: caller,
            status: 'unused',
            box_id: '',
            code,
            free: free ? 'Y' : 'N',
            expire: 0,
            in_use: 'N',
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made === undefined) refuse(ACC.domainTaken);
      });
      if (code !== '') await attempts.clear([`redeem:${caller}`]);
      return toDomain(await ownDomain(caller, host), caller);
    },

    enable: async ({ domain, boxName }, { caller }) => {
      const own = await ownDomain(caller, domain);
      const box = await requireAdministeredBox(db, caller, boxName);
      await db.updateTable('domains').set({ status: 'using', box_id: box.box_id }).where('id', '=', own.id).execute();
      return {};
    },

    stop: async ({ domain }, { caller }) => {
      const own = await ownDomain(caller, domain);
      await db.updateTable('domains').set({ status: 'stopped', in_use: 'N' }).where('id', '=', own.id).execute();
      return {};
    },

    delete: async ({ domain }, { caller }) => {
      const own = await ownDomain(caller, domain);
      const { numDeletedRows } = await db
        .deleteFrom('domains')
        .where('id', '=', own.id)
        .where('status', '<>', 'using')
        .executeTakeFirst();
      return numDeletedRows === 1n ? {} : refuse(ACC.badParameter, 'using');
    },

    check: async ({ domain }) => {
      if (await isHostOccupied(db, validHostName(domain))) return refuse(ACC.domainTaken);
      return { usable: 'Y' };
    },

    reportUse: async ({ id, used }, { caller }) => {
      const { numUpdatedRows } = await db
        .updateTable('domains')
        .set({ in_use: used })
        .where('id', '=', id)
        .where('owner', '=', caller)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? {} : refuse(ACC.notAdmin);
    },

    setShareEntrance: async ({ boxid, enabled, domain }, { caller }) => {
      const box = await requireAdministeredBox(db, caller, boxid);
      if (domain !== '') await ownDomain(caller, domain);
      const row = { enabled, domain: domain.trim() };
      await db
        .insertInto('entrances')
        .values({ box_id: box.box_id, ...row })
        .onConflict((conflict) => conflict.column('box_id').doUpdateSet(row))
        .execute();
      return {};
    },

    shareEntrance: async ({ boxid }, { caller }) => {
      const { box } = await requireBoxOfUser(db, caller, boxid);
      const row = await db.selectFrom('entrances').selectAll().where('box_id', '=', box.box_id).executeTakeFirst();
      const { enabled, domain } = row ?? { enabled: 'N' as const, domain: '' };
      // No name server serves these names yet, and an address that does not resolve must not be given to other users.
      return { boxid: box.box_id, enabled, domain, port: SHARE_PORT, url: '' };
    },
  };
};
