import { runProgram } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';

/**
 * Metadata of a video: `taken` in epoch seconds, `duration` in seconds, width and height in displayed pixels (after
 * rotation).
 */
export interface VideoMetadata {
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  readonly taken: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const DEADLINE_MS = 15_000;
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,rm,mxf';

/** Parses the output of `ffmpeg -i`. */
export const parseVideoMetadata = (output: string): VideoMetadata | null => {
  const time = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(output);
  const size = /Video: .*?[ ,](\d{2,5})x(\d{2,5})[ ,[]/.exec(output);
  if (time === null && size === null) return null;
  const createdAt = Date.parse(
    /(?:com\.apple\.quicktime\.creationdate|creation_time)\s*: (\S+)/.exec(output)?.[1] ?? '',
  );
  const location = /location(?:\.ISO6709)?\s*: ([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)/.exec(output);
  const isRotated = /rotation of -?(?:90|270)(?:\.\d+)? degrees/.test(output) || /rotate\s*: (?:90|270)\b/.test(output);
  const [width, height] = [Number(size?.[1] ?? 0), Number(size?.[2] ?? 0)];
  return {
    duration: Number(time?.[1] ?? 0) * 3600 + Number(time?.[2] ?? 0) * 60 + Number(time?.[3] ?? 0),
    ...(isRotated ? { width: height, height: width } : { width, height }),
    // A date like 1904 or 1970 means that the camera's clock was not set.
    taken: createdAt > Date.UTC(1990, 0, 1) ? Math.floor(createdAt / 1000) : null,
    latitude: location === null ? null : Number(location[1]),
    longitude: location === null ? null : Number(location[2]),
  };
};

/** Reads a video's metadata with `ffmpeg` from an open file. Null if the file is no video. */
export const readVideoMetadata = async (
  ffmpeg: string,
  fd: number,
  signal: AbortSignal,
): Promise<VideoMetadata | null> => {
  const args = ['-nostdin', '-hide_banner', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS];
  // Without an output file, ffmpeg prints the input's metadata and exits with 1.
  const { errors } = await runProgram(ffmpeg, [...args, '-i', '/proc/self/fd/3'], {
    as: PROGRAMS.film,
    fds: [fd],
    deadlineMs: DEADLINE_MS,
    signal,
  });
  return parseVideoMetadata(errors);
};
