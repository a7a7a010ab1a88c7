import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callerFor } from '../../storage/vault/index.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';
import { computeChecksum } from './checksum.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000 });

const box = createTestVault([]);
const home = join(box.root, 'usb1/ann');
const ann = callerFor('ann');
const sum = (name: string, limitMs?: number) =>
  computeChecksum(box.vault, ann, `/mnt/usb1/ann/${name}`, connectedSignal(), limitMs);

beforeAll(() => mkdirSync(join(home, 'folder'), { recursive: true }));
afterAll(() => box.remove());

describe('checksum', () => {
  it.each([0, 3, 1024 * 1024, 2_500_000])('says of %i bytes what sha256sum says', async (size) => {
    const real = join(home, `${size}.bin`);
    writeFileSync(real, randomBytes(size));
    utimesSync(real, 1, 1_600_000_000);
    const [said = ''] = execFileSync('sha256sum', [real], { encoding: 'utf8' }).split(' ');
    expect(await sum(`${size}.bin`)).toEqual({ sha256: said, size, mtime: 1_600_000_000 });
  });

  it('refuses folders, links, what is absent and what is somebody else’s', async () => {
    symlinkSync('/etc/passwd', join(home, 'link'));
    await expect(sum('folder')).rejects.toMatchObject({ code: 14 });
    await expect(sum('link')).rejects.toMatchObject({ code: 14 });
    await expect(sum('none')).rejects.toMatchObject({ code: 15 });
    await expect(computeChecksum(box.vault, ann, '/mnt/usb1/bob/x', connectedSignal())).rejects.toMatchObject({
      code: 13,
    });
  });

  it('says nothing of a file that changes meanwhile', async () => {
    const real = join(home, 'growing.bin');
    writeFileSync(real, Buffer.alloc(40 * 1024 * 1024));
    const asked = sum('growing.bin');
    const refused = expect(asked).rejects.toMatchObject({ code: 2 });
    // Repeats until the change happens during the read.
    const growing = setInterval(() => appendFileSync(real, 'x'), 1);
    await refused.finally(() => clearInterval(growing));
  });

  it('gives up when the time is over', async () => {
    writeFileSync(join(home, 'long.bin'), Buffer.alloc(40 * 1024 * 1024));
    await expect(sum('long.bin', 0)).rejects.toMatchObject({ code: 7 });
  });
});
