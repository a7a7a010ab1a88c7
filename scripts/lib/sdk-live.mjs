// Runs inside an empty project that has only the packed SDKs, like the script of a user: signs in at a running box, sends a
// file into a folder and lists that folder. Prints the listing as JSON. `node live.mjs ORIGIN USER PASSWORD FOLDER`
import { createBoxClient, fetchTransport, isRight, uploadFile } from '@boxwood/box-sdk';

const [baseUrl, username, pwd, path] = process.argv.slice(2);
const transport = fetchTransport();
const { token } = await createBoxClient({ baseUrl, transport }).session.signIn({
  appId: 'web',
  appIdSecurity: '',
  appKey: '',
  devtype: 'web',
  logintype: 1,
  userName: username,
  pwd,
});
const box = createBoxClient({ baseUrl, transport, identity: () => ({ username, token }) });

await box.files.makeFolder({ path });
const data = new TextEncoder().encode('from a script');
const sent = await uploadFile(box, {
  target: `${path}/from node ${process.versions.node}.txt`,
  size: data.length,
  mtime: 1_760_000_000,
  read: (start, end) => Promise.resolve(data.slice(start, end)),
});
if (!isRight(sent)) throw new Error(JSON.stringify(sent.left));

const page = await box.files.list({ path, count: 500, hasbaseinfo: 0 });
console.log(JSON.stringify(page.file_list.map((item) => ({ name: item.n, size: item.s }))));
