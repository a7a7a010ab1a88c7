import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEADLINE_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Containers of films. Playlists, which name other files, are not among them. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,rm,mxf';

/** Where a program is on the PATH; undefined when it is not there. */
export const findProgram = (name: string, path = process.env['PATH'] ?? ''): string | undefined =>
  path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((candidate) => {
      try {
        accessSync(candidate, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/**
 * One frame of a film as JPEG, read by `ffmpeg` from an open file, without a shell, without network protocols, with a deadline.
 * @param second where in the film
 * @returns null when there is no frame there
 */
export const videoFrame = (ffmpeg: string, fd: number, second: number): Promise<Uint8Array | null> =>
  new Promise((resolve) => {
    const child = spawn(
      ffmpeg,
      [
        ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS],
        ...['-ss', String(second), '-i', '/proc/self/fd/3', '-an', '-sn', '-frames:v', '1', '-vf', 'scale=720:-2'],
        ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '4', 'pipe:1'],
      ],
      { stdio: ['ignore', 'pipe', 'ignore', fd], timeout: DEADLINE_MS, killSignal: 'SIGKILL', env: {} },
    );
    const pieces: Buffer[] = [];
    let held = 0;
    child.stdout?.on('data', (piece: Buffer) => {
      held += piece.length;
      if (held > MAX_BYTES) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    child.stdout?.on('error', () => child.kill('SIGKILL'));
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 && held > 0 ? Buffer.concat(pieces) : null));
  });
