import { expect, it } from 'vitest';
import { OWNER, PASSWORD } from '../../lib/box-process.ts';
import { refusalOf } from '../../../apps/box/src/testing/refusal.ts';
import { SATA } from '../disks.ts';
import { devOf, endForeign, foreignMirror, free, PATIENT, useWorld } from '../world.ts';

const the = useWorld();
const [ONE, TWO] = SATA;
const arrays = async () => (await the().owner.disks.arrays({}, PATIENT)).list;

it('an array that another system made is shown and looked at as it is: its files are there, nothing formats it, and not a byte of its disks changes', async () => {
  const { machine, owner } = the();
  await free(the());
  await foreignMirror(machine);
  const before = [machine.digest(ONE), machine.digest(TWO)];
  const [foreign] = await arrays();
  expect(foreign).toMatchObject({ state: 'abnormal', mntdir: '' });
  // It belongs to another system and must not be erased.
  const dev = await devOf(machine, ONE);
  const wish = { dev, password: PASSWORD, type: 'ext4', confirm: [ONE, 'a'.repeat(64)] } as const;
  expect(await refusalOf(owner.disks.init(wish, PATIENT))).toBe('14');

  const { mntdir } = await owner.disks.mount({ dev: foreign?.uuid ?? '', mntdir: '/mnt/extdev' }, PATIENT);
  expect(mntdir).toBe('/mnt/extdev/Family');
  expect(await machine.must(`cat '${the().dataDir}/extdev/Family/Letters/first.txt'`)).toBe('Dear all');
  const { file_list } = await owner.files.list({ path: `${mntdir}/Letters`, count: 10, hasbaseinfo: 0 }, PATIENT);
  expect(file_list.map(({ n }) => n)).toEqual(['first.txt']);
  expect(await refusalOf(owner.files.makeFolder({ path: `${mntdir}/Mine` }, PATIENT))).not.toBe('done');
  expect((await arrays())[0]).toMatchObject({ mntdir, members: [{}, {}] });
  expect((await owner.disks.list({}, PATIENT)).disks).toContainEqual(
    expect.objectContaining({ mntdir, readonly: 1, master: 0, bus: 'raid' }),
  );
  expect(await refusalOf(owner.disks.deleteArray({ md: foreign?.uuid ?? '', password: PASSWORD }, PATIENT))).toBe('14');

  await owner.disks.eject({ mntdir }, PATIENT);
  await owner.disks.stopArray({ md: foreign?.uuid ?? '' }, PATIENT);
  expect([machine.digest(ONE), machine.digest(TWO)]).toEqual(before);
  await owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Still mine` }, PATIENT);
  await endForeign(machine);
});
