/**
 * The store and its migrations on PostgreSQL: `DATABASE_URL`, or a server of this machine in a temporary folder. Of the
 * suites of the service the tests of `itOnBoth` run, which together execute every statement of the service.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabases } from '../testing/account-test-helpers.ts';
import { findPostgres } from '../testing/test-postgres.ts';

const server = findPostgres();

if (server === undefined) it.skip('needs PostgreSQL: set DATABASE_URL or install the server', () => undefined);
else {
  useDatabases(server);
  afterAll(server.stop, 60_000);
  describe('on PostgreSQL', async () => {
    await import('../session/session.test.ts');
    await import('../roster/roster.test.ts');
    await import('../roster/box-registration.test.ts');
    await import('../user/user.test.ts');
    await import('../password-links/password-links.test.ts');
    await import('../messages/messages.test.ts');
    await import('../domains/domains.test.ts');
    await import('../tunnels/tunnels.test.ts');
    await import('../link/strangers.test.ts');
  });
  it('really is PostgreSQL', async () => {
    expect(await server.version()).toMatch(/PostgreSQL \d+/);
  });
}
