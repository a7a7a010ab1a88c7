import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canDropPrivileges } from '../../runtime/process-rights.ts';
import { readVideoFrame } from './video-frame.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'film-'));
  writeFileSync(join(root, 'film.mp4'), 'a frame', { mode: 0o600 });
});
afterEach(() => rmSync(root, { recursive: true }));

/** The frame that a substitute for ffmpeg produces. */
const frameBy = async (script: string): Promise<string | null> => {
  writeFileSync(join(root, 'program'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await using film = await open(join(root, 'film.mp4'));
  const frame = await readVideoFrame(join(root, 'program'), film.fd, 3, connectedSignal());
  return frame === null ? null : Buffer.from(frame).toString();
};

describe('the frame of a film', () => {
  it('is what the program reads from the open file', async () => {
    expect(await frameBy('exec cat /proc/self/fd/3')).toBe('a frame');
    expect(await frameBy('case "$*" in *"-ss 3 -i /proc/self/fd/3"*) echo right ;; esac')).toBe('right\n');
  });

  it('is none when the program fails, says nothing, says too much or is not there', async () => {
    expect(await frameBy('echo half; exit 1')).toBeNull();
    expect(await frameBy('exit 0')).toBeNull();
    expect(await frameBy('head -c 9000000 /dev/zero')).toBeNull();
    await using film = await open(join(root, 'film.mp4'));
    expect(await readVideoFrame(join(root, 'nothing'), film.fd, 3, connectedSignal())).toBeNull();
  });

  it.runIf(canDropPrivileges())('is read by somebody who cannot change the film or anything else', async () => {
    await frameBy(`echo gone > ${root}/film.mp4; rm -f ${root}/film.mp4; : > ${root}/new`);
    expect(readFileSync(join(root, 'film.mp4'), 'utf8')).toBe('a frame');
    expect(() => readFileSync(join(root, 'new'))).toThrow('ENOENT');
  });
});
