import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceSettings } from './service-settings.ts';

/** Sends texts to mobile numbers and mail addresses; rejects when a text could not be sent. */
export interface MessageSender {
  /** Whether each kind of message is really sent; otherwise it is written to the outbox folder. */
  readonly canSend: { readonly mail: boolean; readonly sms: boolean };
  mail(to: string, subject: string, text: string): Promise<void>;
  sms(to: string, text: string): Promise<void>;
}

/** Time a message stays in the outbox folder, in ms. */
const OUTBOX_LIFETIME_MS = 24 * 3_600_000;

/** Maximum number of messages in the outbox; the oldest are deleted first. */
export const MAX_OUTBOX_FILES = 500;

/**
 * The outbox: one file for each message, readable by the account that runs the service. An administrator without a mail
 * server and text message gateway reads the codes there and passes them on.
 */
const createOutbox = (folder: string, now: () => number) => async (to: string, text: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).toSorted(); // by time of writing
  for (const [index, name] of names.entries()) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null); // another process may have removed it
    const isSurplus = index <= names.length - MAX_OUTBOX_FILES;
    if (isSurplus || (found !== null && now() - found.mtimeMs > OUTBOX_LIFETIME_MS)) await rm(file, { force: true });
  }
  const name = `${new Date(now()).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.txt`;
  await writeFile(join(folder, name), `To: ${to}\n\n${text}\n`, { mode: 0o600, flag: 'wx' });
};

const lazy = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Sends mail by SMTP if configured; everything else is written to the folder `outbox` of the data folder. */
export const createMessageSender = ({
  smtp,
  dataDir,
  clock,
}: Pick<ServiceSettings, 'smtp' | 'dataDir' | 'clock'>): MessageSender => {
  const writeToOutbox = createOutbox(join(dataDir, 'outbox'), () => clock.now());
  if (smtp === null)
    return {
      canSend: { mail: false, sms: false },
      mail: (to, subject, text) => writeToOutbox(to, `${subject}\n\n${text}`),
      sms: writeToOutbox,
    };
  // Few installations have a mail server, so the library is loaded for the first mail only.
  const transport = lazy(async () => (await import('nodemailer')).createTransport(smtp.url, { from: smtp.from }));
  return {
    canSend: { mail: true, sms: false },
    mail: async (to, subject, text) => {
      await (await transport()).sendMail({ to, subject, text });
    },
    sms: writeToOutbox,
  };
};
