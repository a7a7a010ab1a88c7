/** A used data folder, for tests only. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAccountStore } from '@boxwood/account';
import { boxFeatures } from '../../features.ts';
import { Database } from '../../store/database.ts';
import { openState } from './open-state.ts';
import type { OpenOptions, OpenState } from './open-state.ts';
import type { StatePart } from './state-paths.ts';
import { databaseOf, stateDirOf } from './state-paths.ts';
import { fingerprintOf, storeSecret, SECRET_FACT, secretFileOf } from './box-secret.ts';

export const SECRET = 'abcdefghijklmnopqrstuvwxyz012345';

/** A data folder with its configuration folder. */
export class TestDataFolder {
  readonly root = mkdtempSync(join(tmpdir(), 'boxwood-state-'));
  readonly dataDir = join(this.root, 'data');
  readonly configDir = join(this.root, 'config');
  readonly stateDir = stateDirOf(this.dataDir);
  now = Date.UTC(2026, 10, 20, 8);

  /**
   * Fills it with two users, one of them the owner, a safe, an unfinished task and a file; copied from a template made
   * once.
   */
  async fill(): Promise<void> {
    template ??= await makeTemplate();
    cpSync(template.dataDir, this.dataDir, { recursive: true });
    storeSecret(secretFileOf(this.dataDir, this.configDir), SECRET, 'old');
  }

  file(part: StatePart): string {
    return databaseOf(this.stateDir, part);
  }

  sql(part: StatePart, text: string): void {
    const database = new DatabaseSync(this.file(part));
    database.exec(text);
    database.close();
  }

  rows(part: StatePart, text: string): unknown[] {
    const database = new DatabaseSync(this.file(part), { readOnly: true });
    const rows = database
      .prepare(text)
      .all()
      .map((row) => Object.values(row));
    database.close();
    return rows;
  }

  /** Runs the part of a start that comes before opening the databases. */
  open(embedded = true, log: Partial<OpenOptions['log']> = {}): Promise<OpenState> {
    return openState({
      dataDir: this.dataDir,
      configDir: this.configDir,
      embedded,
      clock: { now: () => this.now },
      log: { info: () => undefined, warn: () => undefined, ...log },
      restore: (options) => `restore ${options}`.trim(),
    });
  }

  /** The message with which the start refuses, or 'started'. */
  async start(embedded = true): Promise<string> {
    try {
      (await this.open(embedded)).lock.release();
      return 'started';
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'StartFailure') return failure.message;
      throw failure;
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

let template: TestDataFolder | undefined;

const makeTemplate = async (): Promise<TestDataFolder> => {
  const home = new TestDataFolder();
  process.once('exit', () => {
    home.remove();
  });
  mkdirSync(join(home.dataDir, 'usb1/annabel'), { recursive: true });
  writeFileSync(join(home.dataDir, 'usb1/annabel/letter.txt'), 'dear');
  new Database(home.file('box'), { migrations: boxFeatures.migrations }).close();
  home.sql(
    'box',
    `insert into facts values ('boxid', 'bw1'), ('boxname', 'Home'), ('${SECRET_FACT}', '${fingerprintOf(SECRET)}');
     insert into users values ('annabel', 1, 1, 'verifier a', 1000), ('robert1', 0, 0, 'verifier r', 2000);
     insert into tokens values ('hash', 'annabel', 1, 1);
     insert into areas values ('annabel', 'safe', x'01', 1, 1, 1, x'02', x'03', x'04');
     insert into jobs (id, kind, owner, lane, input, name, created, state, code, message, total, done, boot)
       values ('t1', 'files', 'annabel', 'files/annabel', '{}', 'a', 1, 'waiting', 0, '', 0, 0, '');`,
  );
  const store = await openAccountStore(home.file('account'), () => undefined);
  await store.destroy();
  home.sql(
    'account',
    `insert into users values ('annabel', 'Anna', '', '', '', 'verifier a', 0, 1), ('robert1', 'Rob', '', '', '', 'verifier r', 0, 2);
     insert into boxes (box_id, box_name, secret, model, edition, version, lan_ip, wan_ip, ipv6, api_port, seen, title)
       values ('bw1', 'bw1', '${SECRET}', 'G2', 'standard', '1', '', '', '', 0, 0, 'Home');
     insert into roster values ('bw1', 'annabel', 'Y', 'Y', '', 1), ('bw1', 'robert1', 'N', 'N', '', 2);`,
  );
  return home;
};
