/** The part of `pg` that is used here; the package has no types. */
declare module 'pg' {
  import type { PostgresPool } from 'kysely';
  interface PoolOptions {
    readonly connectionString: string;
    readonly max?: number;
    readonly types?: { getTypeParser(oid: number, format?: string): unknown };
  }
  const pg: {
    readonly Pool: new (
      options: PoolOptions,
    ) => PostgresPool & { on(event: 'error', listener: (error: Error) => void): void };
    readonly types: { getTypeParser(oid: number, format?: string): unknown };
  };
  export default pg;
}
