import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, startService } from '../testing/account-test-helpers.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService({ domainSuffix: '.box.test' });
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});
const codes = (kind: 'domain', count: number, expires = 0) => service.account().issueCodes({ kind, count, expires });

describe('dynamic domains', () => {
  it('SDK-A30 SDK-A31 DDNS-01 DDNS-04 ROLE-05 CONST-43: one is free, two more need codes, a fourth does not exist', async () => {
    const { api } = await service.createBoxWithOwner();
    const add = (domain: string, code = '') => codeOfCall(api.domains.add({ domain, code }));
    expect(await api.domains.add({ domain: 'annhome', code: '' })).toMatchObject({
      domain: 'annhome',
      suffix: '.box.test',
      status: 'unused',
      free: 'Y',
      code: '',
      boxName: '',
    });
    expect(await add('second1')).toBe(1046);
    const [one = '', two = '', three = ''] = await codes('domain', 3);
    expect([one, two, three].every((code) => /^[A-Z2-9]{8}$/.test(code))).toBe(true);
    expect(await add('second1', one)).toBe(200);
    expect(await add('third11', one)).toBe(1048);
    expect(await add('third11', two)).toBe(200);
    expect(await add('fourth1', three)).toBe(1047);
    // The refused request has not used the code.
    await api.domains.delete({ domain: 'third11' });
    expect(await add('third11', three)).toBe(200);
    expect((await api.domains.list()).map(({ domain, free, code }) => [domain, free, code])).toEqual([
      ['annhome', 'Y', ''],
      ['second1', 'N', one],
      ['third11', 'N', three],
    ]);
    // A user who deletes the free domain may add another one.
    await api.domains.delete({ domain: 'annhome' });
    expect(await add('another')).toBe(200);
  });

  it('DDNS-02 DDNS-03 DDNS-06 SDK-A36 ERR-078 ERR-079 ERR-082: host names have a rule and are unique', async () => {
    const ann = await service.createBoxWithOwner();
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    await ann.api.domains.add({ domain: 'annhome', code: '' });
    const check = (domain: string) => codeOfCall(carol.api.domains.check({ domain }));
    const add = (domain: string) => codeOfCall(carol.api.domains.add({ domain, code: '' }));
    for (const [host, code] of [
      ['annhome', 1033],
      ['nathome', 1040],
      ['short', 2004],
      ['a'.repeat(17), 2004],
      ['Upper1', 2004],
      ['with-hyphen', 2004],
    ] as const)
      expect([await check(host), await add(host)], host).toEqual([code, code]);
    expect(await carol.api.domains.check({ domain: 'carols' })).toEqual({ usable: 'Y' });
  });

  it('DDNS-07 ERR-085 ERR-086 ERR-087: unknown, foreign, expired and used codes differ; guessing ends after five', async () => {
    const { api } = await service.createBoxWithOwner();
    await api.domains.add({ domain: 'annhome', code: '' });
    const add = (code: string) => codeOfCall(api.domains.add({ domain: 'second1', code }));
    const plan = { name: 'Month', srvId: 'n1', flow: 1, bandwidth: 5, maxPorts: 1, maxWhite: 1, days: 30 } as const;
    const [product = ''] = await service.account().issueCodes({ kind: 'product', count: 1, plan, expires: 0 });
    const [stale = ''] = await codes('domain', 1, Math.floor(service.clock.now() / 1000));
    const [good = ''] = await codes('domain', 1);
    expect(await add('NOTACODE')).toBe(1046);
    expect(await add('too long to be one')).toBe(1046);
    expect(await add(product)).toBe(1047);
    expect(await add(stale)).toBe(1047);
    expect(await add('NOTACODE')).toBe(1046);
    expect(await add(good)).toBe(2002);
    service.clock.advance(600);
    expect(await add(good)).toBe(200);
  });

  itOnBoth(
    'SDK-A32 SDK-A33 SDK-A34 SDK-A37 DDNS-05: leads to a box, is stopped, and only then deleted; nobody else touches it',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      const carol = await service.createBoxWithOwner('box8', 'carol_w');
      const { id } = await ann.api.domains.add({ domain: 'annhome', code: '' });
      expect(await codeOfCall(bob.api.domains.add({ domain: 'bobhome', code: '' }))).toBe(1020);
      expect(await codeOfCall(ann.api.domains.enable({ domain: 'annhome', boxName: 'box8' }))).toBe(1035);
      expect(await codeOfCall(carol.api.domains.enable({ domain: 'annhome', boxName: 'box8' }))).toBe(1020);
      await ann.api.domains.enable({ domain: 'annhome', boxName: 'box7' });
      expect(await bob.api.domains.list()).toMatchObject([
        { domain: 'annhome', status: 'using', boxName: 'box7', boxId: 'box7', code: '' },
      ]);
      expect(await carol.api.domains.list()).toEqual([]);
      expect(await codeOfCall(ann.api.domains.reportUse({ id, used: 'Y' }))).toBe(200);
      expect(await codeOfCall(carol.api.domains.reportUse({ id, used: 'N' }))).toBe(1020);
      expect(await codeOfCall(ann.api.domains.delete({ domain: 'annhome' }))).toBe(2004);
      for (const api of [bob.api, carol.api]) {
        expect(await codeOfCall(api.domains.stop({ domain: 'annhome' }))).toBe(1020);
        expect(await codeOfCall(api.domains.delete({ domain: 'annhome' }))).toBe(1020);
      }
      await ann.api.domains.stop({ domain: 'annhome' });
      await ann.api.domains.delete({ domain: 'annhome' });
      expect(await ann.api.domains.list()).toEqual([]);
    },
  );

  itOnBoth(
    'SDK-A06 SDK-A35: the entrance of share links belongs to the administrator and needs an own domain',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      const set = (api: typeof ann.api, domain: string) =>
        codeOfCall(api.domains.setShareEntrance({ boxid: 'box7', enabled: 'Y', domain }));
      expect(await bob.api.domains.shareEntrance({ boxid: 'box7' })).toEqual({
        boxid: 'box7',
        enabled: 'N',
        domain: '',
        port: 20223,
        url: '',
      });
      expect(await set(bob.api, '')).toBe(1020);
      expect(await set(ann.api, 'annhome')).toBe(1020);
      await ann.api.domains.add({ domain: 'annhome', code: '' });
      expect(await set(ann.api, 'annhome')).toBe(200);
      expect(await bob.api.domains.shareEntrance({ boxid: 'box7' })).toMatchObject({
        enabled: 'Y',
        domain: 'annhome',
        // No name server knows the name, so there is no URL.
        url: '',
      });
    },
  );
});
