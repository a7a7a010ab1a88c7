import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SourceChanging } from '../../storage/copy/copy-file.ts';
import { OpenDirectory } from '../../storage/copy/open-directory.ts';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { decryptFile, encryptFile } from './age-file.ts';
import { newIdentity, recipientOf } from './age-keys.ts';

/** Changes files as soon as the task has started. */
class Meddling extends Progress {
  readonly #meddle: () => void;

  constructor(meddle: () => void) {
    super();
    this.#meddle = meddle;
  }

  override throwIfStopped(): void {
    this.#meddle();
    super.throwIfStopped();
  }
}

let root: string;
let from: OpenDirectory;
let staging: OpenDirectory;
const identity = newIdentity();
const at = (name: string) => join(root, name);
const encrypt = (gauge = new Progress()) => encryptFile(from, 'plain', staging, recipientOf(identity), gauge);
const decrypt = (gauge = new Progress()) => decryptFile(from, 'sealed', staging, identity, gauge);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changing-'));
  from = OpenDirectory.open(root);
  staging = from.openOrCreate('staging');
  writeFileSync(at('plain'), 'a'.repeat(100_000));
  encrypt();
  writeFileSync(at('sealed'), readFileSync(at('staging/item')));
  rmSync(at('staging/item'));
});
afterEach(() => {
  from.close();
  staging.close();
  rmSync(root, { recursive: true });
});

it.each([
  ['grows', () => appendFileSync(at('plain'), 'more')],
  ['is cut', () => truncateSync(at('plain'), 10)],
  ['is written in place', () => utimesSync(at('plain'), 1, 1)],
])('a file that %s while it is encrypted has to be tried again, and has no sealed copy', (_, meddle) => {
  expect(() => encrypt(new Meddling(meddle))).toThrow(SourceChanging);
  expect(readdirSync(at('staging'))).toEqual([]);
});

it('an encrypted file that is cut while it is read is damaged, wherever it is cut', () => {
  const { length } = readFileSync(at('sealed'));
  const header = readFileSync(at('sealed'), 'latin1').indexOf('\n--- ') + 5 + 44 + 16;
  for (const size of [header, header + 1, header + 15, header + 65_536 + 16 + 1, length - 1]) {
    writeFileSync(at('whole'), readFileSync(at('sealed')));
    const gauge = new Meddling(() => truncateSync(at('whole'), size));
    let failure: unknown;
    try {
      decryptFile(from, 'whole', staging, identity, gauge);
    } catch (caught) {
      failure = caught;
    }
    expect(failure, `${size}`).toBeInstanceOf(OperationFailed);
    expect(failure).toMatchObject({ code: OPS.damaged });
    expect(readdirSync(at('staging'))).toEqual([]);
  }
});

it('work that is stopped, fails or is done leaves no file open', () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  const stopped = new Progress();
  stopped.stop();
  for (const work of [encrypt, decrypt]) {
    expect(() => work(stopped)).toThrow(StoppedError);
    expect(existsSync(at('staging/part'))).toBe(false);
    work();
  }
  expect(() => decryptFile(from, 'plain', staging, identity, new Progress())).toThrow(OperationFailed);
  expect(() => encryptFile(from, 'staging', staging, recipientOf(identity), new Progress())).toThrow(OperationFailed);
  expect(open()).toBe(before);
});
