import { DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';
import { SECRET_FACT } from './secret.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Reads a database from outside, without changing it; nothing where it or the table cannot be read. */
export const rowsOf = (file: string, sql: string): readonly Row[] => {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return connection.prepare(sql).all();
  } catch {
    return []; // what is asked is asked of files that may be damaged or of an older schema
  } finally {
    connection?.close();
  }
};

/** What the box's database says about the box, as the start and `doctor` need it before the box opens it. */
export interface BoxFacts {
  readonly users: number;
  readonly boxId: string;
  /** Of its secret; null in a database of before there were fingerprints. */
  readonly secret: string | null;
  /** Whether its people are those of an account service elsewhere. */
  readonly elsewhere: boolean;
}

/** The fact that says where the account service of a box is. */
export const ACCOUNT_FACT = 'account service';
export const ACCOUNT_ELSEWHERE = 'elsewhere';

export const boxFactsOf = (file: string): BoxFacts => {
  const facts = new Map(
    rowsOf(file, 'SELECT name, value FROM facts').map(({ name, value }) => [String(name), String(value)]),
  );
  return {
    users: rowsOf(file, 'SELECT name FROM users').length,
    boxId: facts.get('boxid') ?? '',
    secret: facts.get(SECRET_FACT) ?? null,
    elsewhere: facts.get(ACCOUNT_FACT) === ACCOUNT_ELSEWHERE,
  };
};

/** How many people the account service's database knows on its boxes. */
export const accountMembersOf = (file: string): number => rowsOf(file, 'SELECT user_name FROM roster').length;
