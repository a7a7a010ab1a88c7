// Runs inside an empty project that has only the packed SDKs, under every supported Node: imports all entries, makes calls
// through a made-up fetch, and routes one in memory. Prints how many checks passed; any failure throws.
import assert from 'node:assert/strict';
import * as account from '@boxwood/account-sdk';
import * as accountRules from '@boxwood/account-sdk/rules';
import * as box from '@boxwood/box-sdk';
import * as boxRules from '@boxwood/box-sdk/rules';
import * as boxMessages from '@boxwood/box-sdk/messages';
import * as server from '@boxwood/box-sdk/server';
import * as codecs from '@boxwood/command-bus/codecs';
import { createSimulatedBox } from '@boxwood/box-simulator';

const token = '0123456789abcdefghijABCDEFGHIJ01';
const sent = [];
const fetch = async (url, init) => {
  sent.push({ url, ...init });
  return new Response('{"error":0,"sum":1,"file_list":[{"n":"a","t":0,"k":"a","m":1,"s":2}]}');
};
const client = box.createBoxClient({
  baseUrl: 'http://box.test',
  transport: box.fetchTransport({ fetch }),
  identity: () => ({ username: 'ann', token }),
});
const page = await client.files.list({ path: '/mnt/usb1/ann', count: 500, hasbaseinfo: 0 });
assert.equal(page.file_list[0].n, 'a');
assert.equal(sent[0].url, 'http://box.test/fsnotify');
assert.deepEqual(JSON.parse(JSON.parse(sent[0].body).jsonparam), { path: '/mnt/usb1/ann', count: 500, hasbaseinfo: 0 });

await assert.rejects(client.files.list({ path: 'nowhere', count: 500, hasbaseinfo: 0 }), box.BoxFailure);
const refused = await client.exec(box.ListFiles, { path: '/a', count: -1, hasbaseinfo: 0 })();
assert.equal(refused.left._tag, 'Malformed');

const upgrade = box.GetUpgrade;
const router = server.createRouter({
  commands: { upgrade: { status: upgrade } },
  handlers: { upgrade: { status: () => ({ running: 0, version: '1.0.1', progress: 0, code: 0 }) } },
  context: () => null,
  onFault: (fault) => assert.fail(String(fault)),
});
const local = box.createClient({ baseUrl: 'http://box.test', transport: server.localTransport(router) });
assert.equal((await local.send(upgrade, { user: 'ann' })).version, '1.0.1');

const simulated = await createSimulatedBox({ model: 'G2', files: { '/mnt/usb1/annabel/a.txt': 'a' } });
const login = { appId: 'web', appIdSecurity: '', appKey: '', devtype: 'web', logintype: 1 };
const door = box.createBoxClient({ baseUrl: simulated.origin, transport: box.fetchTransport() });
const signedIn = await door.session.signIn({ ...login, userName: 'annabel', pwd: 'boxwood-1' });
const guest = box.createBoxClient({
  baseUrl: simulated.origin,
  transport: box.fetchTransport(),
  identity: () => ({ username: 'annabel', token: signedIn.token }),
});
await guest.files.move({ source: '/mnt/usb1/annabel/a.txt', target: '/mnt/usb1/annabel/b.txt' });
assert.equal(simulated.tree.text('/mnt/usb1/annabel/b.txt'), 'a');
await simulated.close();

assert.ok(Object.keys(box.commandTree).length > 10 && Object.keys(account.commandTree).length > 5);
for (const entry of [accountRules, boxRules, boxMessages, codecs]) assert.ok(Object.keys(entry).length > 0);
console.log(`node ${process.versions.node}: the packed SDKs work`);
