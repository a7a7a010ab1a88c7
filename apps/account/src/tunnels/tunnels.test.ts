import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, startService } from '../testing/account-test-helpers.ts';
import type { ProductPlan } from './nat-products.ts';

const GB = 1024 ** 3;
const NODES = [
  { srvId: 'n1', name: 'East', region: 'cn-east', host: 'n1.box.test', trial: true },
  { srvId: 'n2', name: 'West', region: 'cn-west', host: 'n2.box.test', trial: false },
] as const;
const PLAN: ProductPlan = {
  name: 'Monthly 10M',
  srvId: 'n2',
  flow: 100 * GB,
  bandwidth: 10,
  maxPorts: 5,
  maxWhite: 2,
  days: 30,
};

let service: TestService;
beforeEach(async () => {
  service = await startService({ nodes: NODES });
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});
const oneCode = async (kind: 'product' | 'addon', plan: ProductPlan = PLAN) =>
  (await service.account().issueCodes({ kind, count: 1, plan, expires: 0 }))[0] ?? '';
const map = (port: number, lanPort: number, more = {}) =>
  ({ port, lanIp: '192.168.1.20', lanPort, protocol: 'tcp', remark: '', ...more }) as const;

describe('the trial', () => {
  itOnBoth(
    'SDK-A44 NAT-12 NAT-13 NAT-17 ROLE-06 CONST-49 ERR-081 ERR-083: an administrator gets one gigabyte a month, once',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      const ask = (api: typeof ann.api, srvId: string) =>
        codeOfCall(api.tunnels.requestTrial({ boxId: 'box7', srvId }));
      expect(await ask(bob.api, 'n1')).toBe(1020);
      expect(await ask(ann.api, 'n2')).toBe(1041);
      expect(await ask(ann.api, 'none')).toBe(1041);
      expect(await ann.api.tunnels.requestTrial({ boxId: 'box7', srvId: 'n1' })).toMatchObject({
        plan: 'free',
        state: 'active',
        boxId: 'box7',
        flow: GB,
        used: 0,
        def: 'Y',
      });
      expect(await ask(ann.api, 'n1')).toBe(1037);
      expect((await ann.api.tunnels.nodes()).map(({ srvId, load }) => [srvId, load])).toEqual([
        ['n1', 1],
        ['n2', 0],
      ]);
    },
  );

  it('SDK-A38: without nodes there is no list and no trial', async () => {
    const bare = await startService();
    try {
      const { api } = await bare.createBoxWithOwner();
      expect(await api.tunnels.nodes()).toEqual([]);
      expect(await codeOfCall(api.tunnels.requestTrial({ boxId: 'box7', srvId: 'n1' }))).toBe(1041);
    } finally {
      await bare.stop();
    }
  });
});

describe('products', () => {
  itOnBoth(
    'SDK-A54 SDK-A39 SDK-A40 NAT-01 NAT-10 NAT-15: a code makes a product, an add-on gives it more traffic',
    async () => {
      const { api } = await service.createBoxWithOwner();
      const made = await api.tunnels.redeem({ exchangeCode: await oneCode('product') });
      expect(made).toMatchObject({
        name: 'Monthly 10M',
        plan: 'monthly',
        state: 'inactive',
        boxId: '',
        flow: 100 * GB,
        bandwidth: 10,
        maxPorts: 5,
      });
      expect(made.expire).toBe(Math.floor(service.clock.now() / 1000) + 30 * 86_400);
      const addon = await oneCode('addon', { ...PLAN, flow: 10 * GB });
      expect(await codeOfCall(api.tunnels.redeem({ exchangeCode: addon }))).toBe(1047);
      expect(await codeOfCall(api.tunnels.redeem({ exchangeCode: addon, subId: 'unknown' }))).toBe(1050);
      expect((await api.tunnels.redeem({ exchangeCode: addon, subId: made.subId })).flow).toBe(110 * GB);
      expect(await codeOfCall(api.tunnels.redeem({ exchangeCode: addon, subId: made.subId }))).toBe(1048);
      expect(await codeOfCall(api.tunnels.redeem({ exchangeCode: 'NOTACODE' }))).toBe(1046);
      expect(await api.tunnels.list({ offset: 0, limit: 20 })).toMatchObject({
        total: 1,
        list: [{ subId: made.subId, flow: 110 * GB }],
      });
      expect((await api.tunnels.get({ subId: made.subId })).def).toBe('Y');
    },
  );

  it('NAT-14 CONST-50 ERR-088: monthly plans have 5, 10, 15 Mbit/s or no limit; a code for any other plan fails and stays unused', async () => {
    const { api } = await service.createBoxWithOwner();
    for (const bandwidth of [5, 10, 15, 0] as const)
      expect(
        (await api.tunnels.redeem({ exchangeCode: await oneCode('product', { ...PLAN, bandwidth }) })).bandwidth,
      ).toBe(bandwidth);
    const odd = Object.assign({}, PLAN, { bandwidth: 7 });
    const exchangeCode = await oneCode('product', odd);
    expect(await codeOfCall(api.tunnels.redeem({ exchangeCode }))).toBe(1049);
    expect(await codeOfCall(api.tunnels.redeem({ exchangeCode }))).toBe(1049);
    expect((await api.tunnels.list({ offset: 0, limit: 20 })).total).toBe(4);
  });

  itOnBoth(
    'SDK-A46 SDK-A47 SDK-A50 NAT-15: not activated, activated, released; only the owner, only on an own box',
    async () => {
      const ann = await service.createBoxWithOwner();
      const carol = await service.createBoxWithOwner('box8', 'carol_w');
      const { subId } = await ann.api.tunnels.redeem({ exchangeCode: await oneCode('product') });
      const state = async () => (await ann.api.tunnels.get({ subId })).state;
      expect(await codeOfCall(carol.api.tunnels.get({ subId }))).toBe(1050);
      expect(await codeOfCall(carol.api.tunnels.bind({ subId, boxId: 'box8' }))).toBe(1050);
      expect(await codeOfCall(ann.api.tunnels.bind({ subId, boxId: 'box8' }))).toBe(1035);
      expect(await state()).toBe('inactive');
      await ann.api.tunnels.bind({ subId, boxId: 'box7' });
      expect(await state()).toBe('active');
      await ann.api.tunnels.unbind({ subId, boxId: 'box7' });
      expect(await state()).toBe('released');
      expect(await codeOfCall(ann.api.tunnels.unbind({ subId, boxId: 'box7' }))).toBe(1020);
      await ann.api.tunnels.rename({ subId, name: '客厅' });
      expect((await ann.api.tunnels.get({ subId })).name).toBe('客厅');
      expect(await codeOfCall(ann.api.tunnels.rename({ subId, name: 'x'.repeat(21) }))).toBe(2004);
    },
  );

  it('SDK-A51 SDK-A42 NAT-04 NAT-05 NAT-06 NAT-07 NAT-11: ports are checked against the plan', async () => {
    const { api } = await service.createBoxWithOwner();
    const { subId } = await api.tunnels.redeem({ exchangeCode: await oneCode('product') });
    const set = (...port: readonly ReturnType<typeof map>[]) => codeOfCall(api.tunnels.setPorts({ subId, port }));
    expect(await set(map(10_000, 80), map(50_000, 443))).toBe(200);
    expect(await set(map(20_000, 80, { portEnd: 20_004, lanPortEnd: 84 }))).toBe(200);
    for (const [wrong, ports] of [
      ['below', [map(9999, 80)]],
      ['above', [map(50_001, 80)]],
      ['none', []],
      ['twice', [map(20_000, 80), map(20_000, 81)]],
      ['overlap', [map(20_000, 80, { portEnd: 20_002, lanPortEnd: 82 }), map(20_001, 90)]],
      ['more than the plan', [map(20_000, 80, { portEnd: 20_005, lanPortEnd: 85 })]],
      ['backwards', [map(20_002, 80, { portEnd: 20_000, lanPortEnd: 78 })]],
      ['counts differ', [map(20_000, 80, { portEnd: 20_002, lanPortEnd: 81 })]],
      ['address', [map(20_000, 80, { lanIp: 'not an address' })]],
      ['remark', [map(20_000, 80, { remark: 'too long' })]],
    ] as const)
      expect(await set(...ports), wrong).toBe(2004);
    expect(await api.tunnels.conf({ subId })).toMatchObject({
      maxPorts: 5,
      maxWhite: 2,
      ports: [{ port: 20_000, portEnd: 20_004 }],
    });
  });

  itOnBoth('G-42: a port exists once per node, over products and remote connections', async () => {
    const ann = await service.createBoxWithOwner();
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    const anns = await ann.api.tunnels.redeem({ exchangeCode: await oneCode('product') });
    const carols = await carol.api.tunnels.redeem({ exchangeCode: await oneCode('product') });
    await ann.api.tunnels.setPorts({ subId: anns.subId, port: [map(12_000, 80, { portEnd: 12_002, lanPortEnd: 82 })] });
    const set = (port: number) =>
      codeOfCall(carol.api.tunnels.setPorts({ subId: carols.subId, port: [map(port, 80)] }));
    const bind = (srvId: string, srvPort: number) =>
      codeOfCall(carol.api.tunnels.bindRemote({ boxId: 'box8', srvId, srvPort }));
    expect([await set(12_002), await set(12_003)]).toEqual([2004, 200]);
    expect([
      await bind('n2', 12_001),
      await bind('n1', 12_001),
      await bind('n2', 9999),
      await bind('n2', 20_001),
      await bind('none', 15_000),
    ]).toEqual([2004, 200, 2004, 2004, 2004]);
    expect(await codeOfCall(ann.api.tunnels.bindRemote({ boxId: 'box7', srvId: 'n1', srvPort: 12_001 }))).toBe(2004);
    expect(await codeOfCall(ann.api.tunnels.bindRemote({ boxId: 'box8', srvId: 'n1', srvPort: 12_009 }))).toBe(1035);
  });

  itOnBoth(
    'SDK-A45 NAT-08 NAT-16 CONST-37 ERR-084: the whitelist has one entry at least and no more than the plan allows',
    async () => {
      const { api } = await service.createBoxWithOwner();
      const { subId } = await api.tunnels.redeem({ exchangeCode: await oneCode('product') });
      const set = (...white: readonly string[]) => codeOfCall(api.tunnels.setWhitelist({ subId, white }));
      expect(await set('10.0.0.0/8', '2001:db8::1')).toBe(200);
      expect(await set('10.0.0.1', '10.0.0.2', '10.0.0.3')).toBe(1045);
      expect([await set(), await set('*'), await set('10.0.0.1', '10.0.0.1'), await set('10.0.0.300')]).toEqual([
        2004, 2004, 2004, 2004,
      ]);
      expect((await api.tunnels.conf({ subId })).white).toEqual(['10.0.0.0/8', '2001:db8::1']);
    },
  );

  it('SDK-A52 SDK-A43 NAT-09: a remark of at most six characters on an existing port', async () => {
    const { api } = await service.createBoxWithOwner();
    const { subId } = await api.tunnels.redeem({ exchangeCode: await oneCode('product') });
    await api.tunnels.setPorts({ subId, port: [map(12_000, 80)] });
    const set = (port: number, remark: string) => codeOfCall(api.tunnels.setPortRemark({ subId, port, remark }));
    expect([await set(12_000, '家里的网页'), await set(12_000, '1234567'), await set(12_001, 'x')]).toEqual([
      200, 2004, 2004,
    ]);
    expect(await api.tunnels.portRemarks({ subId })).toEqual([{ port: 12_000, remark: '家里的网页' }]);
  });

  itOnBoth('SDK-A53 SDK-A41: the daily sign-in counts once a day and for its month', async () => {
    const { api } = await service.createBoxWithOwner();
    const { subId, flow } = await api.tunnels.redeem({ exchangeCode: await oneCode('product') });
    expect(await api.tunnels.signIn({ subId })).toEqual({ bytes: 52_428_800, total: flow + 52_428_800 });
    expect(await codeOfCall(api.tunnels.signIn({ subId }))).toBe(2002);
    service.clock.advance(86_400);
    expect((await api.tunnels.signIn({ subId })).total).toBe(flow + 2 * 52_428_800);
    service.clock.advance(30 * 86_400);
    expect((await api.tunnels.get({ subId })).flow).toBe(flow);
    expect(await api.tunnels.dailyFlow({ device: 'box7', month: '2026-11' })).toEqual([]);
    expect(await codeOfCall(api.tunnels.dailyFlow({ device: 'box9', month: '2026-11' }))).toBe(1035);
  });

  itOnBoth('SDK-A49: a domain of a product follows the rules of domains and is not given twice', async () => {
    const { api } = await service.createBoxWithOwner();
    const { subId } = await api.tunnels.redeem({ exchangeCode: await oneCode('product') });
    await api.domains.add({ domain: 'annhome', code: '' });
    const set = (domain: string) => codeOfCall(api.tunnels.setDomain({ subId, domain }));
    expect([
      await set('annhome'),
      await set('natnat'),
      await set('no'),
      await set('tunnel1'),
      await set('tunnel1'),
    ]).toEqual([1033, 1040, 2004, 200, 200]);
    expect(await codeOfCall(api.domains.check({ domain: 'tunnel1' }))).toBe(1033);
  });

  itOnBoth('SDK-A57 SDK-A48: only the administrator of the box prepares its tunnel client', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    const prepare = (api: typeof ann.api, boxId: string) => codeOfCall(api.tunnels.prepare({ boxId, type: 'nattp' }));
    expect([await prepare(ann.api, 'box7'), await prepare(bob.api, 'box7'), await prepare(ann.api, 'box9')]).toEqual([
      200, 1020, 1035,
    ]);
    expect(await codeOfCall(bob.api.tunnels.bindRemote({ boxId: 'box7', srvId: 'n1', srvPort: 12_000 }))).toBe(1020);
  });
});

describe('boxes, plugins, containers', () => {
  it('SDK-A19 SDK-A20 SDK-E16 PROD-19 CONST-81: the newest firmware of a model and the notes of every version', async () => {
    const { api, userName, token } = await service.createBoxWithOwner();
    for (const [boxType, version] of [
      ['N2', '1.0.1022'],
      ['N3', '1.0.25'],
      ['G2', '1.0.7'],
    ] as const) {
      const newest = await api.box.newestVersion({ boxType });
      expect([newest.Version, newest.VersionName]).toEqual([version, '1.0.7 beta']);
      expect(await api.box.version({ boxType, version })).toEqual(newest);
    }
    expect((await api.box.version({ boxType: 'N3', version: '1.0.13' })).Description.length).toBeGreaterThan(0);
    // In the requested language.
    const inChinese = await service
      .client(userName, token, 'zh-CN,zh;q=0.9,en;q=0.8')
      .box.newestVersion({ boxType: 'G2' });
    const inEnglish = await api.box.newestVersion({ boxType: 'G2' });
    expect(inChinese.Description).toHaveLength(inEnglish.Description.length);
    for (const line of inChinese.Description) expect(line).toMatch(/\p{Script=Han}/u);
    for (const line of inEnglish.Description) expect(line).not.toMatch(/\p{Script=Han}/u);
    expect(await codeOfCall(api.box.newestVersion({ boxType: 'N9' }))).toBe(2008);
    expect(await codeOfCall(api.box.version({ boxType: 'N3', version: '9.9.9' }))).toBe(2004);
  });

  it('SDK-A21: addresses as the box reported them; 1035 for a box of others and one that never reported', async () => {
    const ann = await service.createBoxWithOwner();
    const address = await ann.api.box.address({ boxName: 'box7' });
    const token = address.boxToken;
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(address).toEqual({
      lanIp: '192.168.1.20',
      wanIp: '',
      ipv6: '',
      apiPort: 6900,
      relayUrl: '',
      relayHost: '',
      relayAuth: '',
      online: 'Y',
      boxToken: token,
    });
    await service.createBoxWithOwner('box8', 'carol_w');
    expect(await codeOfCall(ann.api.box.address({ boxName: 'box8' }))).toBe(1035);
    expect(await codeOfCall(ann.api.box.address({ boxName: 'box9' }))).toBe(1035);
  });

  it('SDK-A29 PLUGIN-01 PLUGIN-02 CONST-72: every plugin, with the least firmware of the model', async () => {
    const { api } = await service.createBoxWithOwner();
    const { list } = await api.plugins.online({ boxType: 'N3' });
    expect(list.map(({ appKey }) => appKey).toSorted()).toEqual([
      'alist',
      'bdyptask',
      'clouddrive2',
      'disktool',
      'fanotify_client',
      'fileshare',
      'inner_nattp',
      'nattp',
      'qbittorrent',
      'qinglong',
      'slpmdb',
      'tstask',
      'web',
    ]);
    expect(
      list
        .filter(({ basic }) => basic === 'Y')
        .map(({ appKey }) => appKey)
        .toSorted(),
    ).toEqual(['disktool', 'fanotify_client', 'fileshare', 'tstask', 'web']);
    expect(
      list
        .filter(({ type }) => type === 1)
        .every(({ minVer }) => minVer.N2 === 0 && minVer.N3 === 11 && minVer.G2 === 1),
    ).toBe(true);
    expect(list.find(({ appKey }) => appKey === 'slpmdb')?.minVer).toEqual({ N2: 1022, N3: 25, G2: 1 });
    expect(await codeOfCall(api.plugins.online({ boxType: 'X1' }))).toBe(2008);
  });

  itOnBoth(
    'SDK-A55 SDK-A56 CONST-38 CONST-39: the administrator stores the container configuration, users of the box read it',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      const field = {
        boxName: 'box7',
        enabled: 'Y',
        space: 10 * GB,
        mntdir: '/mnt/usb1',
        registries: ['docker.io', 'localhost:5000'],
        mirrors: ['https://mirror.example.org'],
      } as const;
      expect((await bob.api.containers.conf({ boxName: 'box7' })).enabled).toBe('N');
      expect(await codeOfCall(bob.api.containers.setConf({ boxName: 'box7', field }))).toBe(1020);
      await ann.api.containers.setConf({ boxName: 'box7', field });
      expect(await bob.api.containers.conf({ boxName: 'box7' })).toEqual(field);
      const set = (change: object) =>
        codeOfCall(ann.api.containers.setConf({ boxName: 'box7', field: { ...field, ...change } }));
      expect([
        await set({ registries: ['not a host'] }),
        await set({ mntdir: 'relative' }),
        await set({ boxName: 'box8' }),
      ]).toEqual([2004, 2004, 2004]);
      expect(await codeOfCall(ann.api.containers.conf({ boxName: 'box8' }))).toBe(1035);
    },
  );
});
