import { createServer } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessageSender, MAX_OUTBOX_FILES } from './message-sender.ts';

nock.restore(); // the mail travels over a real socket

let dataDir: string;
const clock = { now: () => Date.now() };
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'boxwood-post-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** As much of SMTP as a mail needs; records the commands. */
const mailServer = async () => {
  const said: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      said.push(text);
      if (inData) {
        if (said.join('').endsWith('\r\n.\r\n')) {
          inData = false;
          socket.write('250 kept\r\n');
        }
      } else if (/^DATA/i.test(text)) {
        inData = true;
        socket.write('354 go on\r\n');
      } else socket.write(/^QUIT/i.test(text) ? '221 bye\r\n' : '250 fine\r\n');
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, said, port: typeof address === 'object' && address !== null ? address.port : 0 };
};

describe('letters', () => {
  it('ACCOUNT-06: mail goes out by SMTP, text messages into the outbox', async () => {
    const { server, said, port } = await mailServer();
    const post = createMessageSender({
      smtp: { url: `smtp://127.0.0.1:${port}`, from: 'box@example.org' },
      dataDir,
      clock,
    });
    await post.mail('ann@example.org', 'Verification code', '123456 is your code');
    await post.sms('13800000000', '654321 is your code');
    const mail = said.join('');
    expect(mail).toMatch(/MAIL FROM:<box@example\.org>/);
    expect(mail).toMatch(/RCPT TO:<ann@example\.org>/);
    expect(mail).toContain('123456 is your code');
    const [name = ''] = await readdir(join(dataDir, 'outbox'));
    expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).toBe('To: 13800000000\n\n654321 is your code\n');
    server.close();
  });

  it('the outbox is private, names no addressee, and forgets after a day', async () => {
    const post = createMessageSender({ smtp: null, dataDir, clock });
    await post.mail('ann@example.org', 'Verification code', 'old');
    const folder = join(dataDir, 'outbox');
    const [old = ''] = await readdir(folder);
    expect(old).not.toContain('ann');
    expect((await stat(join(folder, old))).mode & 0o777).toBe(0o600);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, old), yesterday, yesterday);
    await post.mail('ann@example.org', 'Verification code', 'new');
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect(await readFile(join(folder, names[0] ?? ''), 'utf8')).toContain('new');
  });

  it('the outbox holds so many letters, and the oldest make room', async () => {
    const folder = join(dataDir, 'outbox');
    await mkdir(folder);
    const names = Array.from(
      { length: MAX_OUTBOX_FILES + 20 },
      (_, i) => `2026-11-21T08-00-00.${String(i).padStart(3, '0')}Z-0.txt`,
    );
    for (const name of names) await writeFile(join(folder, name), 'old');
    await createMessageSender({ smtp: null, dataDir, clock }).sms('13800000000', 'new');
    const left = await readdir(folder);
    expect(left).toHaveLength(MAX_OUTBOX_FILES);
    expect(left).toEqual(expect.arrayContaining(names.slice(-(MAX_OUTBOX_FILES - 1))));
  });
});
