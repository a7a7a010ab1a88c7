import { runProgram } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';

/**
 * Metadata of a video: `taken` in epoch seconds, `duration` in seconds, width and height in displayed pixels (after
 * rotation).
 */
export interface FilmHead {
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
export const readFilmHead = (said: string): FilmHead | null => {
  const time = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(said);
  const size = /Video: .*?[ ,](\d{2,5})x(\d{2,5})[ ,[]/.exec(said);
  if (time === null && size === null) return null;
  const made = Date.parse(/(?:com\.apple\.quicktime\.creationdate|creation_time)\s*: (\S+)/.exec(said)?.[1] ?? '');
  const place = /location(?:\.ISO6709)?\s*: ([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)/.exec(said);
  const isTurned = /rotation of -?(?:90|270)(?:\.\d+)? degrees/.test(said) || /rotate\s*: (?:90|270)\b/.test(said);
  const [width, height] = [Number(size?.[1] ?? 0), Number(size?.[2] ?? 0)];
  return {
    duration: Number(time?.[1] ?? 0) * 3600 + Number(time?.[2] ?? 0) * 60 + Number(time?.[3] ?? 0),
    ...(isTurned ? { width: height, height: width } : { width, height }),
    // A date like 1904 or 1970 means that the camera's clock was not set.
    taken: made > Date.UTC(1990, 0, 1) ? Math.floor(made / 1000) : null,
    latitude: place === null ? null : Number(place[1]),
    longitude: place === null ? null : Number(place[2]),
  };
};

/** Reads a video's metadata with `ffmpeg` from an open file. Null if the file is no video. */
export const filmHead = async (ffmpeg: string, fd: number, signal: AbortSignal): Promise<FilmHead | null> => {
  const args = ['-nostdin', '-hide_banner', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS];
  // Without an output file, ffmpeg prints the input's metadata and exits with 1.
  const { errors } = await runProgram(ffmpeg, [...args, '-i', '/proc/self/fd/3'], {
    as: PROGRAMS.film,
    fds: [fd],
    deadlineMs: DEADLINE_MS,
    signal,
  });
  return readFilmHead(errors);
};
