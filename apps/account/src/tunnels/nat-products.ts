import { ACC } from '@boxwood/account-sdk';
import type { NatProduct } from '@boxwood/account-sdk';
import { PortMap } from '@boxwood/account-sdk';
import { decode, intBetween, list, oneOf, str, struct, text } from '@boxwood/command-bus/codecs';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import type { ServiceClock } from '../system-clock.ts';
import { refuse } from '../service-context.ts';
import type { Db, ProductRow } from '../store/schema.ts';

/**
 * The content of a redemption code: a product, or more traffic for one. `flow` in bytes, `bandwidth` in Mbit/s with 0
 * for unlimited.
 */
export const ProductPlan = struct(
  {
    name: text(1, 20),
    srvId: str,
    flow: intBetween(0, Number.MAX_SAFE_INTEGER),
    bandwidth: oneOf([0, 5, 10, 15]),
    maxPorts: intBetween(1, 200),
    maxWhite: intBetween(1, 200),
    /** Lifetime of the product in days, 0 for unlimited. */
    days: intBetween(0, 36_500),
  },
  {},
  'Plan',
);
export type ProductPlan = TypeOf<typeof ProductPlan>;

const decodeStored = <A>(codec: Parameters<typeof decode<A, unknown>>[0], source: string): A => {
  const result = decode<A, unknown>(codec, JSON.parse(source));
  if (result._tag === 'Left') throw new Error(`stored product: ${result.left.join('; ')}`);
  return result.right;
};
export const portsOf = (row: Pick<ProductRow, 'ports'>): readonly PortMap[] => decodeStored(list(PortMap), row.ports);
export const whiteOf = (row: Pick<ProductRow, 'white'>): readonly string[] => decodeStored(list(str), row.white);

/** The current date `YYYY-MM-DD` and month `YYYY-MM` (UTC). */
export const today = (clock: ServiceClock): string => new Date(clock.now()).toISOString().slice(0, 10);
export const thisMonth = (clock: ServiceClock): string => today(clock).slice(0, 7);

/** The key of a month's bonus traffic, stored next to the days of that month. */
export const bonusKey = (month: string): string => `+${month}`;

/** A product of the caller; 1050 for any other. */
export const requireOwnProduct = async (db: Db, caller: string, subId: string): Promise<ProductRow> =>
  (await db
    .selectFrom('products')
    .selectAll()
    .where('sub_id', '=', subId)
    .where('owner', '=', caller)
    .executeTakeFirst()) ?? refuse(ACC.noProduct);

const sumOf = async (db: Db, subId: string, day: string): Promise<number> => {
  const rows = await db
    .selectFrom('flows')
    .select('bytes')
    .where('sub_id', '=', subId)
    .where('day', 'like', day)
    .execute();
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
};

/** A product in its wire form; quota and use are those of the current month. */
export const toProduct = async (db: Db, clock: ServiceClock, row: ProductRow): Promise<NatProduct> => {
  const month = thisMonth(clock);
  return {
    subId: row.sub_id,
    name: row.name,
    plan: row.plan,
    srvId: row.srv_id,
    boxId: row.box_id,
    state: row.state,
    ports: portsOf(row),
    maxPorts: row.max_ports,
    flow: row.flow + (await sumOf(db, row.sub_id, bonusKey(month))),
    used: await sumOf(db, row.sub_id, `${month}-%`),
    bandwidth: row.bandwidth,
    white: whiteOf(row),
    domain: row.domain,
    def: row.def,
    expire: row.expire,
  };
};

/** Adds to the traffic of a day, or to the bonus of a month. */
export const addFlow = async (db: Db, subId: string, boxId: string, day: string, bytes: number): Promise<void> => {
  await db
    .insertInto('flows')
    .values({ sub_id: subId, box_id: boxId, day, bytes })
    .onConflict((conflict) =>
      conflict.columns(['sub_id', 'box_id', 'day']).doUpdateSet((of) => ({ bytes: of('flows.bytes', '+', bytes) })),
    )
    .execute();
};
