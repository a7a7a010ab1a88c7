import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeParams } from '@boxwood/account-sdk';
import { parseNotice } from '@boxwood/account-sdk/rules';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, PASSWORD, startService } from '../testing/account-test-helpers.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const JPG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2]);
const picture = (data: Uint8Array<ArrayBuffer>, name = 'me.png') => ({ file: { name, type: 'image/png', data } });

describe('personal data', () => {
  it('SDK-A04 ACCOUNT-01 ACCOUNT-16: shows five fields, the bound phone in mobile', async () => {
    const { api } = await service.createBoxWithOwner();
    expect(await api.user.get()).toEqual({
      userName: 'ann_lee',
      nickName: 'ann_lee',
      mail: '',
      mobile: '',
      avatar: '',
    });
    await api.user.changeMobile({ mobile: '13800000000', mobileCode: await service.codeFor('13800000000') });
    expect((await api.user.get()).mobile).toBe('13800000000');
  });

  it('SHARE-06: a code that cannot be sent comes as a message to whoever proves the address, and to nobody else', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    const codeIn = async (api: typeof ann.api) => {
      const { datas } = await api.messages.list({ type: 3, pageNo: 1, pageSize: 100 });
      const notices = datas.map((message) => parseNotice(message));
      return notices.flatMap((notice) => (notice?.kind === 'code' ? [notice] : []));
    };
    expect(await ann.api.user.proveAddress({ param: '+44 (7700) 900-123' })).toEqual({ at: 'messages' });
    const [notice] = await codeIn(ann.api);
    expect(notice).toMatchObject({ address: '+447700900123' });
    expect(await codeIn(bob.api)).toEqual([]);
    await expect(service.messageTo('+447700900123')).rejects.toThrow();
    const mobileCode = notice?.code ?? '';
    expect(await codeOfCall(ann.api.user.changeMobile({ mobile: '07700 900123', mobileCode }))).toBe(2004);
    expect(await codeOfCall(ann.api.user.changeMobile({ mobile: '+44 7700 900123', mobileCode }))).toBe(200);
    expect((await ann.api.user.get()).mobile).toBe('+447700900123');
    const again = await service.signIn('+44 7700 900-123');
    expect(again.userName).toBe('ann_lee');
    // Codes that prove an address are readable only by the operator of the service.
    service.clock.advance(60);
    expect(await service.client().session.sendCode({ ...codeParams('+447700900123'), purpose: 'password' })).toEqual({
      at: 'outbox',
    });
    expect(await codeIn(again.api)).toHaveLength(1);
    expect(await codeOfCall(again.api.user.proveAddress({ param: 'nobody' }))).toBe(2004);
    expect(await codeOfCall(again.api.user.proveAddress({ param: '+447700900123' }))).toBe(2002);
    expect(await codeOfCall(service.client().user.proveAddress({ param: 'bob@example.org' }))).toBe(1001);
  });

  it('a user id with dashes is no phone number', async () => {
    const ann = await service.createBoxWithOwner();
    await service.addUser(ann.api, '138-0013-80000');
    expect((await service.signIn('138-0013-80000')).userName).toBe('138-0013-80000');
  });

  it('SDK-A11 ACCOUNT-02: the nickname has 1 to 20 characters', async () => {
    const { api } = await service.createBoxWithOwner();
    const change = (nickName: string) => codeOfCall(api.user.changeNickname({ nickName }));
    expect([
      await change('安'),
      await change('𠮷'.repeat(20)),
      await change('x'.repeat(21)),
      await change('   '),
    ]).toEqual([200, 200, 2004, 2004]);
    expect((await api.user.get()).nickName).toBe('𠮷'.repeat(20));
  });

  it('SDK-A12 SDK-A13 ACCOUNT-03: an address needs its own code, and belongs to one account', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    const code = await service.codeFor('ann@example.org');
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await codeOfCall(ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: wrong }))).toBe(1007);
    expect(await codeOfCall(ann.api.user.changeMail({ mail: 'other@example.org', mailCode: code }))).toBe(1008);
    expect(await codeOfCall(ann.api.user.changeMail({ mail: 'not a mail', mailCode: code }))).toBe(2004);
    expect(await codeOfCall(ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: code }))).toBe(200);
    expect(await codeOfCall(ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: code }))).toBe(1008);
    service.clock.advance(60);
    const again = await service.codeFor('ann@example.org', 'address');
    expect(await codeOfCall(bob.api.user.changeMail({ mail: 'ann@example.org', mailCode: again }))).toBe(1006);
    expect(await codeOfCall(bob.api.user.changeMobile({ mobile: '2380000000', mobileCode: again }))).toBe(2004);
  });

  it('a code is good for what it was sent for and nothing else, and the letter says what that is', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    const mail = 'ann@example.org';
    const change = {
      address: (code: string) => ann.api.user.changeMail({ mail, mailCode: code }),
      password: (code: string) => ann.api.user.changePassword({ password: PASSWORD, param: mail, code }),
      admin: (code: string) => ann.api.user.transferAdmin({ boxName: 'box7', targetUser: 'bob_lee', code }),
    };
    await change.address(await service.codeFor(mail));
    const words = {
      address: 'confirm this address',
      password: 'set a new password.',
      admin: 'hand over the administration',
    };
    for (const [purpose, other, another] of [
      ['address', 'password', 'admin'],
      ['password', 'admin', 'address'],
      ['admin', 'address', 'password'],
    ] as const) {
      service.clock.advance(60);
      const code = await service.codeFor(mail, purpose);
      expect(await service.messageTo(mail)).toContain(words[purpose]);
      for (const wrong of [other, another])
        expect(await codeOfCall(change[wrong](code)), `${purpose} ${wrong}`).toBe(1007);
    }
    // Without a purpose, as in the protocol: an account's own address proves its holder, a new address only itself.
    service.clock.advance(60);
    const own = await service.codeFor(mail);
    expect(await codeOfCall(change.address(own))).toBe(1007);
    expect(await codeOfCall(change.admin(own))).toBe(200);
    expect(await codeOfCall(bob.api.user.admin({ boxName: 'box7' }))).toBe(200);
    const fresh = await service.codeFor('new@example.org');
    const register = { userName: 'carol_w', password: PASSWORD, param: 'new@example.org' };
    const { inviteCode } = await bob.api.roster.invite({ boxName: 'box7' });
    const foreign = await service.codeFor('other@example.org', 'password');
    expect(
      await codeOfCall(
        service.client().session.register({ ...register, param: 'other@example.org', code: foreign, inviteCode }),
      ),
    ).toBe(1007);
    expect(await codeOfCall(service.client().session.register({ ...register, code: fresh, inviteCode }))).toBe(200);
  });

  it('SDK-A14 ACCOUNT-04 ACCOUNT-05: a new password needs a code sent to an own address and ends every session', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    await bob.api.user.changeMail({ mail: 'bob@example.org', mailCode: await service.codeFor('bob@example.org') });
    await ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: await service.codeFor('ann@example.org') });
    service.clock.advance(60);
    const code = await service.codeFor('ann@example.org');
    const change = (password: string, param: string, given = code) =>
      codeOfCall(ann.api.user.changePassword({ password, param, code: given }));
    expect(await change('short', 'ann@example.org')).toBe(2004);
    expect(await change('a new password', 'bob@example.org')).toBe(1005);
    expect(await change('a new password', '13800000000')).toBe(1004);
    expect(await change('a new password', 'nonsense')).toBe(2004);
    expect(await change('a new password', 'ann@example.org', code === '000000' ? '000001' : '000000')).toBe(1007);
    expect(await change('a new password', 'ann@example.org')).toBe(200);
    expect(await codeOfCall(ann.api.session.check())).toBe(1001);
    expect(await codeOfCall(service.signIn('ann_lee', PASSWORD))).toBe(1009);
    expect((await service.signIn('ann_lee', 'a new password')).userName).toBe('ann_lee');
    expect(await codeOfCall(bob.api.session.check())).toBe(200);
  });

  itOnBoth(
    'SDK-A05 SDK-A59 SDK-A03 SDK-A23 ACCOUNT-14 ACCOUNT-15: one sees the people one shares a box with, and nobody else',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      const carol = await service.createBoxWithOwner('box8', 'carol_w');
      await ann.api.user.changeNickname({ nickName: 'Ann' });
      expect(await bob.api.user.friends()).toEqual([{ userName: 'ann_lee', nickName: 'Ann', avatar: '' }]);
      expect(await carol.api.user.friends()).toEqual([]);
      expect(
        (await bob.api.user.nicknames({ userNames: 'ann_lee, bob_lee,carol_w,,no such' })).map((user) => user.userName),
      ).toEqual(['ann_lee', 'bob_lee']);
      const many = Array.from({ length: 51 }, (_, i) => `user_${i}`).join(',');
      expect(await codeOfCall(bob.api.user.nicknames({ userNames: many }))).toBe(2004);
      expect(await codeOfCall(carol.api.user.avatar({ target: 'ann_lee' }))).toBe(1010);
      expect(await bob.api.user.avatar({ target: 'ann_lee' })).toEqual({ avatar: '' });
      expect(await bob.api.user.points()).toEqual({ points: 0 });
    },
  );
});

describe('avatar', () => {
  itOnBoth('SDK-A10: is what its bytes say, is served, and gives way to the next one', async () => {
    const { api } = await service.createBoxWithOwner();
    const first = await api.user.changeAvatar(picture(PNG));
    const reply = await fetch(`${service.url()}/${first.avatar}`);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(PNG);
    const second = await api.user.changeAvatar(picture(JPG, 'lies.png'));
    expect(second.avatar).toMatch(/\.jpg$/);
    expect((await api.user.get()).avatar).toBe(second.avatar);
    expect((await fetch(`${service.url()}/${first.avatar}`)).status).toBe(404);
    expect(await readdir(join(service.dir, 'avatars'))).toHaveLength(1);
  });

  it('SDK-A10 ERR-073: empty is 1019; too large, svg or anything else is 2004', async () => {
    const { api } = await service.createBoxWithOwner();
    const large = new Uint8Array(2 * 1024 * 1024 + 1);
    large.set(PNG);
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await codeOfCall(api.user.changeAvatar(picture(new Uint8Array())))).toBe(1019);
    expect(await codeOfCall(api.user.changeAvatar(picture(large)))).toBe(2004);
    expect(await codeOfCall(api.user.changeAvatar(picture(svg)))).toBe(2004);
    expect(await codeOfCall(api.user.changeAvatar(picture(large.slice(0, 2 * 1024 * 1024))))).toBe(200);
  });

  it('no address leads out of the folder of pictures', async () => {
    for (const path of [
      'avatar/..%2faccount.sqlite',
      'avatar/../account.sqlite',
      'avatar/%2e%2e/outbox',
      `avatar/${'a'.repeat(32)}.png`,
    ])
      expect((await fetch(`${service.url()}/${path}`)).status, path).toBe(404);
  });
});

describe('feedback', () => {
  const advice = { adviceType: 'bug', adviceContact: 'ann@example.org', adviceContent: 'The clock is late' } as const;
  const file = (data: Uint8Array<ArrayBuffer>) => ({ name: 'a.png', type: 'image/png', data });

  itOnBoth('SDK-A22 ACCOUNT-11 ACCOUNT-12 CONST-46: words and up to four pictures of two megabytes', async () => {
    const { api } = await service.createBoxWithOwner();
    const send = (files: readonly Uint8Array<ArrayBuffer>[]) =>
      codeOfCall(api.feedback.send({ ...advice, files: files.map(file) }));
    expect(await send([])).toBe(200);
    expect(await send([PNG, JPG, PNG, JPG])).toBe(200);
    const [folder = ''] = await readdir(join(service.dir, 'feedback'));
    expect((await readdir(join(service.dir, 'feedback', folder))).toSorted()).toEqual([
      '1.png',
      '2.jpg',
      '3.png',
      '4.jpg',
    ]);
    expect(await send([new Uint8Array()])).toBe(1019);
    expect(await send([new TextEncoder().encode('GIF89a')])).toBe(2004);
    const full = new Uint8Array(2 * 1024 * 1024);
    full.set(PNG);
    expect(await send([full, full, full, full])).toBe(200);
  });

  it('SDK-A22: a fifth picture and texts that are too long are refused by the service too', async () => {
    const { api, token } = await service.createBoxWithOwner();
    const form = new FormData();
    for (const [key, value] of Object.entries(advice)) form.append(key, value);
    for (let i = 0; i < 5; i++) form.append('files', new Blob([PNG]), 'a.png');
    const headers = { userName: 'ann_lee', token, devtype: 'web' };
    const reply = await fetch(`${service.url()}/user/sendAdvice`, { method: 'POST', body: form, headers });
    expect(await reply.json()).toMatchObject({ code: 2004 });
    expect(await codeOfCall(api.feedback.send({ ...advice, adviceContent: 'x'.repeat(501) }))).toBe(2004);
    expect(await codeOfCall(api.feedback.send({ ...advice, adviceContact: 'x'.repeat(51) }))).toBe(2004);
    await expect(access(join(service.dir, 'feedback'))).rejects.toThrow();
  });
});
