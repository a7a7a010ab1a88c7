import { expect, it } from 'vitest';
import { OWNER, PASSWORD } from '../../lib/box/box-process.ts';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { SATA } from '../machine-disks.ts';
import {
  devOf,
  removeForeignMirror,
  foreignMirror,
  releaseDisks,
  LONG_TIMEOUT,
  useMachineFixture,
} from '../machine-fixture.ts';

const fixture = useMachineFixture();
const [ONE, TWO] = SATA;
const arrays = async () => (await fixture().owner.disks.arrays({}, LONG_TIMEOUT)).list;

it('an array that another system made is shown and looked at as it is: its files are there, nothing formats it, and not a byte of its disks changes', async () => {
  const { machine, owner } = fixture();
  await releaseDisks(fixture());
  await foreignMirror(machine);
  const before = [machine.digest(ONE), machine.digest(TWO)];
  const [foreign] = await arrays();
  expect(foreign).toMatchObject({ state: 'abnormal', mntdir: '' });
  // It belongs to another system and must not be erased.
  const dev = await devOf(machine, ONE);
  const wish = { dev, password: PASSWORD, type: 'ext4', confirm: [ONE, 'a'.repeat(64)] } as const;
  expect(await describeRefusal(owner.disks.init(wish, LONG_TIMEOUT))).toBe('14');

  const { mntdir } = await owner.disks.mount({ dev: foreign?.uuid ?? '', mntdir: '/mnt/extdev' }, LONG_TIMEOUT);
  expect(mntdir).toBe('/mnt/extdev/Family');
  expect(await machine.must(`cat '${fixture().dataDir}/extdev/Family/Letters/first.txt'`)).toBe('Dear all');
  const { file_list } = await owner.files.list({ path: `${mntdir}/Letters`, count: 10, hasbaseinfo: 0 }, LONG_TIMEOUT);
  expect(file_list.map(({ n }) => n)).toEqual(['first.txt']);
  expect(await describeRefusal(owner.files.makeFolder({ path: `${mntdir}/Mine` }, LONG_TIMEOUT))).not.toBe('done');
  expect((await arrays())[0]).toMatchObject({ mntdir, members: [{}, {}] });
  expect((await owner.disks.list({}, LONG_TIMEOUT)).disks).toContainEqual(
    expect.objectContaining({ mntdir, readonly: 1, master: 0, bus: 'raid' }),
  );
  expect(
    await describeRefusal(owner.disks.deleteArray({ md: foreign?.uuid ?? '', password: PASSWORD }, LONG_TIMEOUT)),
  ).toBe('14');

  await owner.disks.eject({ mntdir }, LONG_TIMEOUT);
  await owner.disks.stopArray({ md: foreign?.uuid ?? '' }, LONG_TIMEOUT);
  expect([machine.digest(ONE), machine.digest(TWO)]).toEqual(before);
  await owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Still mine` }, LONG_TIMEOUT);
  await removeForeignMirror(machine);
});
