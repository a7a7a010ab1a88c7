import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';

/** Brings a text to a mobile number or a mail address; rejects when it could not. */
export interface Post {
  /** Whether letters of each kind reach their address; what does not lies in the outbox. */
  readonly reaches: { readonly mail: boolean; readonly sms: boolean };
  mail(to: string, subject: string, text: string): Promise<void>;
  sms(to: string, text: string): Promise<void>;
}

/** Milliseconds a letter stays in the outbox folder. */
const OUTBOX_LIFE_MS = 24 * 3_600_000;

/** Letters the outbox holds; the oldest make room. */
export const OUTBOX_MOST = 500;

/**
 * The outbox: one file a letter, readable by the account that runs the service. An administrator without a mail server and
 * without a text message gateway reads the codes there and passes them on.
 */
const outbox = (folder: string, now: () => number) => async (to: string, text: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).toSorted(); // by the time of writing
  for (const [at, name] of names.entries()) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null); // another process may have removed it
    const isSurplus = at <= names.length - OUTBOX_MOST;
    if (isSurplus || (found !== null && now() - found.mtimeMs > OUTBOX_LIFE_MS)) await rm(file, { force: true });
  }
  const name = `${new Date(now()).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.txt`;
  await writeFile(join(folder, name), `To: ${to}\n\n${text}\n`, { mode: 0o600, flag: 'wx' });
};

const lazily = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Mail by SMTP where it is configured; everything else into the folder `outbox` of the data folder. */
export const createPost = ({ smtp, dataDir, clock }: Pick<Settings, 'smtp' | 'dataDir' | 'clock'>): Post => {
  const drop = outbox(join(dataDir, 'outbox'), () => clock.now());
  if (smtp === null)
    return {
      reaches: { mail: false, sms: false },
      mail: (to, subject, text) => drop(to, `${subject}\n\n${text}`),
      sms: drop,
    };
  // Few households have a mail server: the library is loaded by the first letter.
  const transport = lazily(async () => (await import('nodemailer')).createTransport(smtp.url, { from: smtp.from }));
  return {
    reaches: { mail: true, sms: false },
    mail: async (to, subject, text) => {
      await (await transport()).sendMail({ to, subject, text });
    },
    sms: drop,
  };
};
