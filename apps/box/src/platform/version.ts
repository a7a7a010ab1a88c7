import { readFileSync } from 'node:fs';
import { decode, parseJson, str, struct } from '@boxwood/command-bus/codecs';

const readRelative = (path: string): string | undefined => {
  try {
    return readFileSync(new URL(path, import.meta.url), 'utf8');
  } catch {
    // The package file is elsewhere.
    return undefined;
  }
};

/**
 * The version of this box, from its package.json: beside the program in a release, one folder above it in the
 * workspace.
 */
export const readBoxVersion = (): string => {
  const parsed = parseJson(readRelative('./package.json') ?? readRelative('../../package.json') ?? '');
  const read = parsed._tag === 'Right' ? decode(struct({ version: str }), parsed.right) : parsed;
  return read._tag === 'Right' ? read.right.version : 'unknown';
};
