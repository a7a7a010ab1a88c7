import { runProgram } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';

const DEADLINE_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Video containers. Playlists are excluded, because they refer to other files. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,rm,mxf';

/**
 * Reads one frame of a video as JPEG with `ffmpeg` from an open file. The program has no network protocols, a deadline,
 * and no permission to write.
 * @param second position in the video
 * @param signal ends the program
 * @returns null if there is no frame at that position
 */
export const readVideoFrame = async (
  ffmpeg: string,
  fd: number,
  second: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> => {
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    FORMATS,
    '-ss',
    String(second),
    '-i',
    '/proc/self/fd/3',
    '-an',
    '-sn',
    '-frames:v',
    '1',
    '-vf',
    'scale=720:-2',
    '-f',
    'image2pipe',
    '-c:v',
    'mjpeg',
    '-q:v',
    '4',
    'pipe:1',
  ];
  const { code, output } = await runProgram(ffmpeg, args, {
    as: PROGRAMS.film,
    fds: [fd],
    deadlineMs: DEADLINE_MS,
    maxOutputBytes: MAX_BYTES,
    signal,
  }).catch(() => ({ code: null, output: Buffer.alloc(0) }));
  return code === 0 && output.length > 0 ? output : null;
};
