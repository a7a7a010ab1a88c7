import type { AnyCodec } from '@boxwood/command-bus/codecs';
import { decode } from '@boxwood/command-bus/codecs';
import { describe, expect, it } from 'vitest';
import { BoxAddress, VersionInfo } from './box/account-box-model.ts';
import { DockerConf } from './containers/account-container-model.ts';
import { Domain } from './domains/domain-model.ts';
import { Feedback } from './feedback/feedback-model.ts';
import { BoxRegistration, BoxReport } from './link/box-link-model.ts';
import { AccountMessage, MessagePage } from './messages/message-model.ts';
import { OnlinePlugin } from './plugins/account-plugin-model.ts';
import { BoxUser, Drive } from './roster/roster-model.ts';
import { Credentials, Introspection, AccountSession } from './session/account-session-model.ts';
import { NatProduct, PortMap, TunnelFields } from './tunnels/tunnel-model.ts';
import { Profile, User } from './user/user-model.ts';

const picture = { name: 'a.png', type: 'image/png', data: new Uint8Array([1, 2, 3]) };
const map = { port: 12_000, lanIp: '192.168.1.20', lanPort: 80, protocol: 'tcp', remark: 'web' };
const product = {
  subId: 'p1',
  name: 'Free',
  plan: 'free',
  srvId: 'n1',
  boxId: 'box7',
  state: 'active',
  ports: [map],
  maxPorts: 3,
  flow: 1_073_741_824,
  used: 0,
  bandwidth: 0,
  white: ['10.0.0.1'],
  domain: '',
  def: 'Y',
  expire: 0,
};
const message = { mid: 'm1', content: '<b>x</b>', state: 0, dateTime: 1_760_000_000, type: 3, boxName: 'box7' };

/** One full sample per entity, and values of single fields that must be refused. */
const entities: readonly {
  readonly id: string;
  readonly codec: AnyCodec;
  readonly full: Readonly<Record<string, unknown>>;
  readonly optional?: readonly string[];
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}[] = [
  {
    id: 'SDK-E27 ACCOUNT-01 User',
    codec: User,
    full: { userName: 'ann_lee', nickName: '安', mail: 'ann@example.org', mobile: '13800000000', avatar: '' },
    wrong: { mail: [null, 7], userName: ['\ud800'] },
  },
  {
    id: 'SDK-E28 ACCOUNT-11 Feedback',
    codec: Feedback,
    full: { adviceType: 'bug', adviceContact: '', adviceContent: 'late', files: [picture] },
    optional: ['files'],
    wrong: { adviceType: ['praise', ''], adviceContent: [''], files: [[{ name: 'a' }], Array(5).fill(picture)] },
  },
  {
    id: 'SDK-E39 DDNS-01 Domain',
    codec: Domain,
    full: {
      id: 'd1',
      domain: 'annhome',
      suffix: '.box.example',
      status: 'using',
      boxName: 'box7',
      boxId: 'box7',
      code: '',
      free: 'Y',
      expire: 0,
    },
    wrong: { status: ['gone'], free: [true, 'y'], expire: [1.5, '0'] },
  },
  {
    id: 'SDK-E40 NAT-01 NAT product',
    codec: NatProduct,
    full: product,
    wrong: {
      plan: ['yearly'],
      state: ['paused'],
      flow: [-1, 0.5],
      white: ['10.0.0.1', [1]],
      ports: [[{ port: 1 }]],
      def: [1],
    },
  },
  {
    id: 'SDK-E40 NAT-02 port mapping',
    codec: PortMap,
    full: { ...map, portEnd: 12_001, lanPortEnd: 81 },
    optional: ['portEnd', 'lanPortEnd'],
    wrong: { protocol: ['icmp'], port: ['12000', 1.5] },
  },
  {
    id: 'SDK-E43 LOGIN-21 Drive',
    codec: Drive,
    full: {
      boxName: 'box7',
      boxId: 'box7',
      boxJID: 'box7@box',
      nick: 'Home',
      model: 'N3',
      online: 'Y',
      edition: 'starlight',
      role: 'owner',
      version: '1.0.25',
      lanIp: '',
    },
    wrong: { model: ['N9'], edition: ['gold'], role: ['root'], online: [true] },
  },
  {
    id: 'SDK-E23 MSG-01 Message',
    codec: AccountMessage,
    full: { ...message, pageNo: 1, pageSize: 100 },
    optional: ['pageNo', 'pageSize'],
    wrong: { state: ['1', null], dateTime: [1.5], mid: [7] },
  },
  {
    id: 'SDK-E16 PLUGIN-03 Version info',
    codec: VersionInfo,
    full: { Version: '1.0.25', VersionName: '1.0.7 beta', Description: ['Faster'] },
    wrong: { Description: ['Faster', [1]], Version: [1] },
  },
  {
    id: 'message page',
    codec: MessagePage,
    full: { datas: [message], total: 1, pageSum: 1, pageNow: 1, limit: 100 },
    wrong: { total: [-1], datas: [[{}]] },
  },
  { id: 'profile', codec: Profile, full: { userName: 'a', nickName: '', avatar: '' }, wrong: { avatar: [null] } },
  {
    id: 'box user',
    codec: BoxUser,
    full: { userName: 'ann_lee', nickName: 'Ann', avatar: '', admin: 'Y', owner: 'N', ctime: 0 },
    wrong: { admin: ['yes'], ctime: ['0'] },
  },
  {
    id: 'SDK-A21 addresses',
    codec: BoxAddress,
    full: { lanIp: '', wanIp: '', ipv6: '', apiPort: 6900, relayUrl: '', relayHost: '', relayAuth: '', online: 'N' },
    wrong: { apiPort: [65_536, -1, '6900'] },
  },
  {
    id: 'SDK-A01 credentials',
    codec: Credentials,
    full: {
      appId: 'web',
      appIdSecurity: 'f'.repeat(64),
      appKey: 'k'.repeat(32),
      devtype: 'web',
      logintype: 1,
      userName: 'ann_lee',
      pwd: 'secret1',
    },
    wrong: { logintype: [2, '1'], pwd: ['', 'x'.repeat(257)], appKey: [''] },
  },
  {
    id: 'LOGIN-03 session',
    codec: AccountSession,
    full: { token: 'A'.repeat(32), userName: 'ann_lee' },
    wrong: { token: ['', 'A'.repeat(4097)] },
  },
  {
    id: 'X105 introspection',
    codec: Introspection,
    full: { userName: 'ann_lee', admin: 'Y', bound: 'N', vip: 2 },
    wrong: { vip: [3, '0'], admin: [true] },
  },
  {
    id: 'container configuration',
    codec: DockerConf,
    full: { boxName: 'box7', enabled: 'Y', space: 1, mntdir: '', registries: ['docker.io'], mirrors: [] },
    wrong: { registries: [['a', 'b', 'c', 'd', 'e', 'f'], ['']], space: [-1] },
  },
  {
    id: 'PLUGIN-01 plugin',
    codec: OnlinePlugin,
    full: {
      appKey: 'tstask',
      appName: 'Tasks',
      appDesc: '',
      appTar: 'tstask.tar.gz',
      basic: 'Y',
      type: 0,
      img: '',
      minVer: { N2: 1018 },
      confKeep: 'Y',
      newVer: '1',
      detail: { version: '1' },
      cls: 'official',
    },
    wrong: { type: [2], minVer: [{ N2: '1018' }], cls: ['own'] },
  },
  {
    id: 'box card',
    codec: BoxRegistration,
    full: { boxId: 'box7', boxName: 'box7', model: 'G2', edition: 'standard', version: '1.0.1' },
    wrong: { boxId: ['b'], model: ['N9'] },
  },
  {
    id: 'box report',
    codec: BoxReport,
    full: { lanIp: '', wanIp: '', ipv6: '', apiPort: 0, version: '1' },
    wrong: { apiPort: [70_000] },
  },
];

describe('entities', () => {
  for (const { id, codec, full, optional = [], wrong } of entities)
    it(`${id}: reads a full sample, writes it back, misses every required field, refuses wrong values`, () => {
      const read = decode<unknown, unknown>(codec, { ...full, unknownExtra: 1 });
      if (read._tag === 'Left') throw new Error(read.left.join());
      expect(read.right).toMatchObject(full);
      expect(codec.encode(read.right)).toMatchObject(full);
      for (const key of Object.keys(full)) {
        const { [key]: _missing, ...rest } = full;
        const result = decode<unknown, unknown>(codec, rest);
        expect(result._tag, key).toBe(optional.includes(key) ? 'Right' : 'Left');
        if (result._tag === 'Left') expect(result.left[0]).toContain(key);
      }
      for (const [key, values] of Object.entries(wrong))
        for (const value of values)
          expect(decode<unknown, unknown>(codec, { ...full, [key]: value })._tag, `${key} ${String(value)}`).toBe(
            'Left',
          );
    });

  it('SDK-E29 NAT-03: the vocabulary of tunnels and domains covers every field the calls use', () => {
    const full = {
      domain: 'annhome',
      subId: 'p1',
      srvId: 'n1',
      srvPort: 12_345,
      boxId: 'box7',
      white: ['10.0.0.1'],
      port: 12_000,
      remark: 'web',
      name: 'Home',
      exchangeCode: 'ABCD-123',
      device: 'box7',
      month: '2026-11',
    };
    expect(decode(TunnelFields, full)).toEqual({ _tag: 'Right', right: full });
    expect(TunnelFields.encode(full)).toEqual(full);
    for (const [key, value] of Object.entries(full)) {
      expect(decode(TunnelFields, { [key]: value })._tag, key).toBe('Right');
      expect(decode(TunnelFields, { [key]: { wrong: value } })._tag, key).toBe('Left');
    }
  });
});
