import { runProgram } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';

const DEADLINE_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Containers of films. Playlists, which name other files, are not among them. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,rm,mxf';

/**
 * One frame of a film as JPEG, read by `ffmpeg` from an open file, without network protocols, with a deadline: it may read, and write nothing.
 * @param second where in the film
 * @param signal of whoever waits for it; the program ends with them
 * @returns null when there is no frame there
 */
export const videoFrame = async (
  ffmpeg: string,
  fd: number,
  second: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> => {
  const args = [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS],
    ...['-ss', String(second), '-i', '/proc/self/fd/3', '-an', '-sn', '-frames:v', '1', '-vf', 'scale=720:-2'],
    ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '4', 'pipe:1'],
  ];
  const { code, output } = await runProgram(ffmpeg, args, {
    ...{ as: PROGRAMS.film, fds: [fd] },
    ...{ deadlineMs: DEADLINE_MS, most: MAX_BYTES, signal },
  }).catch(() => ({ code: null, output: Buffer.alloc(0) }));
  return code === 0 && output.length > 0 ? output : null;
};
