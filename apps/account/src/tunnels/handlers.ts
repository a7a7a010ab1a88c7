import { ACC } from '@boxwood/account-sdk';
import {
  REMOTE_PORT_RANGE,
  TUNNEL,
  checkMappings,
  checkNickname,
  checkPort,
  checkPortRemark,
  checkTrial,
  checkTunnelWhitelist,
  isHost,
} from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import { nowSeconds } from '../system-clock.ts';
import { validHostName, isHostOccupied } from '../domains/handlers.ts';
import { redeemCode } from '../domains/redeem-code.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { requirePassed, refuse } from '../service-context.ts';
import { requireAdministeredBox, requireBoxOfUser } from '../roster/roster-store.ts';
import { newToken } from '../secrets.ts';
import { GUESS_LIMIT } from '../store/attempt-limiter.ts';
import type { ProductRow, Tx } from '../store/schema.ts';
import {
  addFlow,
  bonusKey,
  requireOwnProduct,
  ProductPlan,
  portsOf,
  thisMonth,
  today,
  toProduct,
  whiteOf,
} from './nat-products.ts';

/** Bytes that the daily sign-in adds (A53). */
const SIGN_IN_BONUS_BYTES = 50 * 1024 * 1024;
/** Limits of the free plan besides its gigabyte of traffic. */
const FREE_PLAN = { name: 'Free', bandwidth: 5, maxPorts: 3 } as const;

const covers = (row: Pick<ProductRow, 'ports'>, first: number, last: number): boolean =>
  portsOf(row).some(({ port, portEnd }) => port <= last && first <= (portEnd ?? port));

/**
 * NAT products as records: the service stores and checks plans, quotas, ports and whitelists; the traffic goes through
 * the nodes of the provider. Without nodes there are no trials (1041) and no products to activate.
 */
export const tunnelHandlers = ({
  db,
  clock,
  settings,
  attempts,
}: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['tunnels'] => {
  const change = (row: ProductRow, values: Partial<ProductRow>) =>
    db.updateTable('products').set(values).where('sub_id', '=', row.sub_id).execute();

  /** Serialises changes to the property of one user. */
  const lockOwner = (tx: Tx, caller: string) =>
    tx
      .updateTable('users')
      .set((of) => ({ points: of.ref('points') }))
      .where('user_name', '=', caller)
      .execute();

  const addProduct = async (
    tx: Tx,
    caller: string,
    own: Pick<
      ProductRow,
      'name' | 'plan' | 'srv_id' | 'box_id' | 'state' | 'max_ports' | 'max_white' | 'flow' | 'bandwidth' | 'expire'
    >,
  ) => {
    const others = await tx.selectFrom('products').select('sub_id').where('owner', '=', caller).executeTakeFirst();
    const row: ProductRow = {
      ...own,
      sub_id: newToken(),
      owner: caller,
      ports: '[]',
      white: '[]',
      domain: '',
      def: others === undefined ? 'Y' : 'N',
      signed_on: '',
    };
    await tx.insertInto('products').values(row).execute();
    return row;
  };

  return {
    nodes: async () => {
      const counts = await db
        .selectFrom('products')
        .select(['srv_id', (of) => of.fn.countAll<number>().as('count')])
        .where('state', '=', 'active')
        .groupBy('srv_id')
        .execute();
      return settings.nodes.map(({ srvId, name, region, host }) => ({
        srvId,
        name,
        region,
        host,
        load: Math.min(100, counts.find((row) => row.srv_id === srvId)?.count ?? 0),
        online: 'Y' as const,
      }));
    },

    list: async ({ offset, limit }, { caller }) => {
      const own = db.selectFrom('products').where('owner', '=', caller);
      const { total } = await own.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await own.selectAll().orderBy('def', 'desc').orderBy('sub_id').offset(offset).limit(limit).execute();
      return { total, list: await Promise.all(rows.map((row) => toProduct(db, clock, row))) };
    },

    get: async ({ subId }, { caller }) => toProduct(db, clock, await requireOwnProduct(db, caller, subId)),

    dailyFlow: async ({ device, month }, { caller }) => {
      const { box } = await requireBoxOfUser(db, caller, device);
      const rows = await db
        .selectFrom('flows')
        .select(['day', 'bytes'])
        .where('box_id', '=', box.box_id)
        .where('day', 'like', `${month}-%`)
        .orderBy('day')
        .execute();
      const days = new Map<number, number>();
      for (const { day, bytes } of rows) days.set(Number(day.slice(8)), (days.get(Number(day.slice(8))) ?? 0) + bytes);
      return [...days].filter(([, bytes]) => bytes > 0).map(([day, bytes]) => ({ day, bytes }));
    },

    conf: async ({ subId }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      return {
        ports: portsOf(row),
        white: whiteOf(row),
        domain: row.domain,
        maxPorts: row.max_ports,
        maxWhite: row.max_white,
      };
    },

    portRemarks: async ({ subId }, { caller }) =>
      portsOf(await requireOwnProduct(db, caller, subId)).map(({ port, remark }) => ({ port, remark })),

    requestTrial: async ({ boxId, srvId }, { caller }) => {
      const { box, member } = await requireBoxOfUser(db, caller, boxId);
      requirePassed(checkTrial(member.admin === 'Y'), 1020);
      if (!settings.nodes.some((node) => node.srvId === srvId && node.trial)) return refuse(ACC.noTrial);
      const row = await db.transaction().execute(async (tx) => {
        await lockOwner(tx, caller);
        const existing = await tx
          .selectFrom('products')
          .select('sub_id')
          .where('owner', '=', caller)
          .where('plan', '=', 'free')
          .executeTakeFirst();
        if (existing !== undefined) refuse(ACC.subscribed);
        return addProduct(tx, caller, {
          name: FREE_PLAN.name,
          plan: 'free',
          srv_id: srvId,
          box_id: box.box_id,
          state: 'active',
          max_ports: FREE_PLAN.maxPorts,
          max_white: TUNNEL.whitelistMax,
          flow: TUNNEL.freeFlowBytes,
          bandwidth: FREE_PLAN.bandwidth,
          expire: 0,
        });
      });
      return toProduct(db, clock, row);
    },

    setWhitelist: async ({ subId, white }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      const verdict = checkTunnelWhitelist(white, row.max_white);
      requirePassed(verdict, !verdict.ok && verdict.issue === 'whitelist.tooMany' ? 1045 : 2004);
      await change(row, { white: JSON.stringify(white) });
      return {};
    },

    bind: async ({ subId, boxId }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      const box = await requireAdministeredBox(db, caller, boxId);
      if (row.state === 'active' && row.box_id !== box.box_id) return refuse(ACC.badParameter, 'state');
      await change(row, { state: 'active', box_id: box.box_id });
      return {};
    },

    unbind: async ({ subId, boxId }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      const box = await requireAdministeredBox(db, caller, boxId);
      if (row.box_id !== box.box_id) return refuse(ACC.notAdmin);
      await change(row, { state: 'released', box_id: '' });
      return {};
    },

    bindRemote: async ({ boxId, srvId, srvPort }, { caller }) => {
      const box = await requireAdministeredBox(db, caller, boxId);
      if (!settings.nodes.some((node) => node.srvId === srvId)) return refuse(ACC.badParameter, 'srvId');
      requirePassed(checkPort(srvPort, REMOTE_PORT_RANGE));
      const products = await db.selectFrom('products').select('ports').where('srv_id', '=', srvId).execute();
      if (products.some((row) => covers(row, srvPort, srvPort))) return refuse(ACC.badParameter, 'srvPort');
      const other = await db
        .selectFrom('remotes')
        .select('box_id')
        .where('srv_id', '=', srvId)
        .where('srv_port', '=', srvPort)
        .where('box_id', '<>', box.box_id)
        .executeTakeFirst();
      if (other !== undefined) return refuse(ACC.badParameter, 'srvPort');
      const row = { srv_id: srvId, srv_port: srvPort };
      await db
        .insertInto('remotes')
        .values({ box_id: box.box_id, ...row })
        .onConflict((conflict) => conflict.column('box_id').doUpdateSet(row))
        .execute();
      return {};
    },

    setDomain: async ({ subId, domain }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      const host = validHostName(domain);
      if (row.domain === host) return {};
      if (await isHostOccupied(db, host)) return refuse(ACC.domainTaken);
      await change(row, { domain: host });
      return {};
    },

    rename: async ({ subId, name }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      requirePassed(checkNickname(name));
      await change(row, { name: name.trim() });
      return {};
    },

    setPorts: async ({ subId, port }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      requirePassed(
        checkMappings(
          port.map((map) => ({ from: map.port, fromEnd: map.portEnd, to: map.lanPort, toEnd: map.lanPortEnd })),
          row.max_ports,
        ),
      );
      for (const { lanIp, remark } of port) {
        requirePassed(checkPortRemark(remark));
        if (!isHost(lanIp)) return refuse(ACC.badParameter, 'lanIp');
      }
      // A port exists once per node, over products and remote connections (G-42).
      const others = await db
        .selectFrom('products')
        .select('ports')
        .where('srv_id', '=', row.srv_id)
        .where('sub_id', '<>', row.sub_id)
        .execute();
      const remotes = await db.selectFrom('remotes').select('srv_port').where('srv_id', '=', row.srv_id).execute();
      for (const { port: first, portEnd: last = first } of port) {
        const isOccupied =
          others.some((other) => covers(other, first, last)) ||
          remotes.some(({ srv_port }) => first <= srv_port && srv_port <= last);
        if (isOccupied) return refuse(ACC.badParameter, 'ports.taken');
      }
      await change(row, { ports: JSON.stringify(port) });
      return {};
    },

    setPortRemark: async ({ subId, port, remark }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      requirePassed(checkPortRemark(remark));
      const ports = portsOf(row);
      if (!ports.some((map) => map.port === port)) return refuse(ACC.badParameter, 'port');
      await change(row, { ports: JSON.stringify(ports.map((map) => (map.port === port ? { ...map, remark } : map))) });
      return {};
    },

    signIn: async ({ subId }, { caller }) => {
      const row = await requireOwnProduct(db, caller, subId);
      const day = today(clock);
      const { numUpdatedRows } = await db
        .updateTable('products')
        .set({ signed_on: day })
        .where('sub_id', '=', row.sub_id)
        .where('signed_on', '<>', day)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return refuse(ACC.busy);
      await addFlow(db, row.sub_id, '', bonusKey(thisMonth(clock)), SIGN_IN_BONUS_BYTES);
      const { flow } = await toProduct(db, clock, row);
      return { bytes: SIGN_IN_BONUS_BYTES, total: flow };
    },

    redeem: async ({ exchangeCode, subId }, { caller }) => {
      const target = subId === undefined ? undefined : await requireOwnProduct(db, caller, subId);
      if (!(await attempts.count(`redeem:${caller}`, GUESS_LIMIT))) return refuse(ACC.busy);
      const row = await db.transaction().execute(async (tx) => {
        await lockOwner(tx, caller);
        const source = parseJson(
          await redeemCode(tx, clock, caller, exchangeCode, target === undefined ? 'product' : 'addon'),
        );
        const plan = source._tag === 'Right' ? decode(ProductPlan, source.right) : source;
        if (plan._tag === 'Left') return refuse(ACC.exchangeFailed); // the transaction is rolled back, so the code remains unused
        const { name, srvId, flow, bandwidth, maxPorts, maxWhite, days } = plan.right;
        if (target !== undefined) {
          await tx
            .updateTable('products')
            .set((of) => ({ flow: of('flow', '+', flow) }))
            .where('sub_id', '=', target.sub_id)
            .execute();
          return { ...target, flow: target.flow + flow };
        }
        return addProduct(tx, caller, {
          name,
          plan: 'monthly',
          srv_id: srvId,
          box_id: '',
          state: 'inactive',
          max_ports: maxPorts,
          max_white: maxWhite,
          flow,
          bandwidth,
          expire: days === 0 ? 0 : nowSeconds(clock) + days * 86_400,
        });
      });
      await attempts.clear([`redeem:${caller}`]);
      return toProduct(db, clock, row);
    },

    prepare: async ({ boxId, type }, { caller }) => {
      const box = await requireAdministeredBox(db, caller, boxId);
      const prepared = nowSeconds(clock);
      await db
        .insertInto('tunnel_clients')
        .values({ box_id: box.box_id, type, prepared })
        .onConflict((conflict) => conflict.columns(['box_id', 'type']).doUpdateSet({ prepared }))
        .execute();
      return {};
    },
  };
};
