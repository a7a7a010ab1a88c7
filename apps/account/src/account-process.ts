/**
 * The standalone account service, for many boxes. Configuration by environment variables:
 * `ACCOUNT_DATA` folder (default `data/account`), `ACCOUNT_PORT` (7000), `ACCOUNT_HOST` (all), `ACCOUNT_URL` public
 * address (enables the relay), `ACCOUNT_TUNNEL_MEMORY` MiB for idle tunnels (512), `DATABASE_URL` PostgreSQL, `SMTP_URL` and `SMTP_FROM`, `ACCOUNT_REGISTRATION` `open` or
 * `invite`, `ACCOUNT_ENROLMENT` key for new boxes, `ACCOUNT_RELEASES` (or `--releases DIR`) folder of packages offered
 * to boxes, `ACCOUNT_SECRET` application secret, `ACCOUNT_ORIGINS` comma-separated list, `DOMAIN_SUFFIX`.
 */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createAccount } from './account.ts';

const log = pino();
const envValue = (name: string): string | undefined => {
  const found = process.env[name];
  return found === undefined || found === '' ? undefined : found;
};
const optionFromEnv = <K extends string>(key: K, name: string): Partial<Record<K, string>> => {
  const found = envValue(name);
  return found === undefined ? {} : ({ [key]: found } as Record<K, string>); // one key, just tested
};

const smtp = envValue('SMTP_URL');
const { values } = parseArgs({ options: { releases: { type: 'string' } } });
const tunnelMemory = envValue('ACCOUNT_TUNNEL_MEMORY');
const releases = values.releases ?? envValue('ACCOUNT_RELEASES');
const account = await createAccount({
  dataDir: envValue('ACCOUNT_DATA') ?? 'data/account',
  ...optionFromEnv('database', 'DATABASE_URL'),
  ...optionFromEnv('publicUrl', 'ACCOUNT_URL'),
  ...optionFromEnv('enrolmentKey', 'ACCOUNT_ENROLMENT'),
  ...optionFromEnv('appSecret', 'ACCOUNT_SECRET'),
  ...optionFromEnv('domainSuffix', 'DOMAIN_SUFFIX'),
  ...(tunnelMemory === undefined ? {} : { tunnelMemory: Number(tunnelMemory) }),
  ...(releases === undefined ? {} : { releases }),
  ...(smtp === undefined ? {} : { smtp: { url: smtp, from: envValue('SMTP_FROM') ?? 'boxwood@localhost' } }),
  registration: envValue('ACCOUNT_REGISTRATION') === 'open' ? 'open' : 'invite',
  origins: (envValue('ACCOUNT_ORIGINS') ?? '').split(',').filter((origin) => origin !== ''),
  onFault: (fault, where) => {
    log.error({ err: fault, where }, 'fault');
  },
  onAccess: (what, record) => {
    log.info(record, what);
  },
  onCall: ({ command, code, ms }) => {
    log.info({ command, code, ms }, 'call');
  },
});

const stop = () => {
  account.close().then(
    () => {
      process.exitCode = 0;
    },
    (fault: unknown) => {
      log.error({ err: fault }, 'stopping failed');
      process.exitCode = 1;
    },
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
const port = await account.listen(Number(envValue('ACCOUNT_PORT') ?? 7000), envValue('ACCOUNT_HOST'));
log.info({ port }, 'account service ready');
