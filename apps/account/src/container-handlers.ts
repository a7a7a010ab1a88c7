import { ACC } from '@boxwood/account-sdk';
import { DockerConf } from '@boxwood/account-sdk';
import { checkRegistry } from '@boxwood/account-sdk/rules';
import type { serviceTree, TreeHandlers } from '@boxwood/account-sdk/server';
import { decode } from '@boxwood/command-bus/codecs';
import type { CallContext, ServiceDeps } from './service-context.ts';
import { requirePassed, refuse } from './service-context.ts';
import { requireAdministeredBox, requireBoxOfUser } from './roster/roster-store.ts';

/** The container configuration stored for a box (G-47). */
export const containerHandlers = ({
  db,
}: ServiceDeps): TreeHandlers<typeof serviceTree, CallContext>['containers'] => ({
  setConf: async ({ boxName, field }, { caller }) => {
    const box = await requireAdministeredBox(db, caller, boxName);
    if (field.boxName !== box.box_id && field.boxName !== box.box_name) return refuse(ACC.badParameter, 'boxName');
    if (field.mntdir !== '' && !field.mntdir.startsWith('/')) return refuse(ACC.badParameter, 'mntdir');
    for (const address of [...field.registries, ...field.mirrors]) requirePassed(checkRegistry(address));
    const conf = JSON.stringify(DockerConf.encode(field));
    await db
      .insertInto('container_confs')
      .values({ box_id: box.box_id, conf })
      .onConflict((conflict) => conflict.column('box_id').doUpdateSet({ conf }))
      .execute();
    return {};
  },

  conf: async ({ boxName }, { caller }) => {
    const { box } = await requireBoxOfUser(db, caller, boxName);
    const row = await db
      .selectFrom('container_confs')
      .select('conf')
      .where('box_id', '=', box.box_id)
      .executeTakeFirst();
    if (row === undefined)
      return { boxName: box.box_name, enabled: 'N', space: 0, mntdir: '', registries: [], mirrors: [] };
    const stored = decode(DockerConf, JSON.parse(row.conf));
    if (stored._tag === 'Left') throw new Error(`stored container configuration: ${stored.left.join('; ')}`);
    return stored.right;
  },
});
