// Signs a package as minisign does, with a key of `minisign -G -W` (one without a password: a release is made by a program).
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { fail } from '../tools.mjs';

/** What Node's crypto wants before the 32 bytes of a seed (PKCS 8). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @returns the id of the key, the key itself, and the text of its public half */
export const readKey = (file) => {
  const bytes = Buffer.from(readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '', 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed') fail(`${file} is not a secret key of minisign.`);
  if (bytes.readUInt16LE(2) !== 0)
    fail(`${file} has a password. A release is signed with a key of its own: minisign -G -W -p release.pub -s FILE`);
  const id = bytes.subarray(54, 62);
  const seed = Buffer.concat([PKCS8, bytes.subarray(62, 94)]);
  const key = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' });
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  if (!own.equals(bytes.subarray(94, 126))) fail(`${file} is damaged: its two halves do not match.`);
  const name = Buffer.from(id).reverse().toString('hex').toUpperCase();
  const text = `untrusted comment: minisign public key ${name}\n${Buffer.concat([Buffer.from('Ed'), id, own]).toString('base64')}\n`;
  return { id, key, public: text };
};

const digestOf = async (file) => {
  const hash = createHash('blake2b512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest();
};

/** Writes `FILE.minisig`. The signature covers `comment` as well. */
export const signFile = async (file, { id, key }, comment) => {
  const own = sign(null, await digestOf(file), key);
  const global = sign(null, Buffer.concat([own, Buffer.from(comment)]), key);
  const first = Buffer.concat([Buffer.from('ED'), id, own]).toString('base64');
  writeFileSync(
    `${file}.minisig`,
    `untrusted comment: signature of a Boxwood release\n${first}\ntrusted comment: ${comment}\n${global.toString('base64')}\n`,
  );
};
