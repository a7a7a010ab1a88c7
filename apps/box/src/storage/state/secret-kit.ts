import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { StartFailure } from '../../config.ts';
import { writeFileAtomically } from './durable-files.ts';
import { fingerprintOf } from './box-secret.ts';

const kitText = (
  boxId: string,
  secret: string,
): string => `The secret of a Boxwood box. Keep it apart from the box and from copies of its data.

Without it the safes and the private files of that box cannot be opened after a restore. Anyone
who has it and the box's data can try to guess the passwords of safes.

box: ${boxId}
fingerprint: ${fingerprintOf(secret)}
secret: ${secret}

To restore it: boxwood-box restore --data DIR --kit THIS_FILE
`;

/**
 * Writes the kit, readable by this user only, never into the data folder or over an existing file. @throws StartFailure
 */
export const writeKit = (
  dataDir: string,
  file: string,
  { boxId, secret }: { readonly boxId: string; readonly secret: string },
): string => {
  const folder = resolve(dirname(file));
  if (!existsSync(folder)) throw new StartFailure(`The folder ${folder} of the kit does not exist.`);
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`))
    throw new StartFailure('The kit must not be in the data folder: anyone with that disk would also have the secret.');
  if (existsSync(file)) throw new StartFailure(`${file} already exists. Choose another name for the kit.`);
  writeFileAtomically(file, kitText(boxId, secret));
  return file;
};

/** Reads the secret from a kit or from a copy of the secret's file. @throws StartFailure */
export const readKit = (file: string): string => {
  if (!existsSync(file)) throw new StartFailure(`There is no file ${file}.`);
  const text = readFileSync(file, 'utf8');
  const secret = /^secret: (\S+)$/m.exec(text)?.[1] ?? text.trim();
  if (!/^[A-Za-z0-9]{16,128}$/.test(secret)) throw new StartFailure(`${file} contains no secret of a box.`);
  return secret;
};
