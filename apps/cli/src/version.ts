import { readFileSync } from 'node:fs';
import { decode, parseJson, str, struct } from '@boxwood/command-bus/codecs';

/** The version in the package.json of this program, which is one folder above both source and bundle. */
export const versionHere = (): string => {
  const parsed = parseJson(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const read = parsed._tag === 'Right' ? decode(struct({ version: str }), parsed.right) : parsed;
  return read._tag === 'Right' ? read.right.version : 'unknown';
};
