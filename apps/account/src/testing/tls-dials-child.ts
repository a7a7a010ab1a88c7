/**
 * A service whose tunnels are TLS connections, and a box that dials it again and again. A process of its own, because
 * the fault that it looks for aborts Node. Arguments: the data folder, the files of a certificate and its key.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createAccountClient, fetchTransport, withBoxSecret } from '@boxwood/account-sdk';
import { createAccount } from '../account.ts';
import { dialIn } from './dialled-box.ts';

const DIALS = 30;
const BOX = 'box7';
const SECRET = 'secret-of-the-box-with-32-characters-or-more';

const [, , dataDir = '', certFile = '', keyFile = ''] = process.argv;
const cert = readFileSync(certFile);
const account = await createAccount({ dataDir });
const baseUrl = `http://127.0.0.1:${await account.listen(0, '127.0.0.1')}`;
const box = createAccountClient({ baseUrl, transport: withBoxSecret(fetchTransport(), BOX, SECRET) });
await box.link.register({ box: { boxId: BOX, boxName: BOX, model: 'N3', edition: 'standard', version: '1.0.25' } });

const secure = createServer({ cert, key: readFileSync(keyFile) });
secure.on('upgrade', account.upgrade);
await new Promise<void>((resolve) => {
  secure.listen(0, '127.0.0.1', resolve);
});
const address = secure.address();
const url = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
for (let at = 0; at < DIALS; at++) {
  const { opened, hangUp } = await dialIn(url, BOX, SECRET, (stream) => stream.respond({ ':status': 200 }), cert);
  await opened;
  // Every other tunnel is left to the next dial, which replaces it.
  if (at % 2 === 0) hangUp();
}
process.stdout.write(`${DIALS} tunnels opened\n`);
await account.close();
secure.closeAllConnections();
secure.close();
