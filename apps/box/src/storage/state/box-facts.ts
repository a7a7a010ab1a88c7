import { DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';
import { SECRET_FACT } from './box-secret.ts';

type UncheckedRow = Readonly<Record<string, SQLOutputValue>>;

/** Queries a database read-only; returns no rows if the file or the table cannot be read. */
export const queryReadOnly = (file: string, sql: string): readonly UncheckedRow[] => {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return connection.prepare(sql).all();
  } catch {
    return []; // the file may be damaged or have an older schema
  } finally {
    connection?.close();
  }
};

/** Facts of the box's database that the start and `doctor` need before the box opens it. */
export interface BoxFacts {
  readonly users: number;
  readonly boxId: string;
  /** Fingerprint of its secret; null in a database older than fingerprints. */
  readonly secret: string | null;
  /** Whether its users come from an external account service. */
  readonly hasExternalAccounts: boolean;
}

/** Name of the fact that stores where the account service is. */
export const ACCOUNT_FACT = 'account service';
export const ACCOUNT_ELSEWHERE = 'elsewhere';

export const boxFactsOf = (file: string): BoxFacts => {
  const facts = new Map(
    queryReadOnly(file, 'SELECT name, value FROM facts').map(({ name, value }) => [String(name), String(value)]),
  );
  return {
    users: queryReadOnly(file, 'SELECT name FROM users').length,
    boxId: facts.get('boxid') ?? '',
    secret: facts.get(SECRET_FACT) ?? null,
    hasExternalAccounts: facts.get(ACCOUNT_FACT) === ACCOUNT_ELSEWHERE,
  };
};

/** Number of users the account service's database has on its boxes. */
export const accountMembersOf = (file: string): number => queryReadOnly(file, 'SELECT user_name FROM roster').length;
