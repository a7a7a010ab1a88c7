import { readFileSync } from 'node:fs';
import { decode, parseJson, str, struct } from '@boxwood/command-bus/codecs';

/** The version in the package.json of this program, which is one folder above both source and bundle. */
export const cliVersion = (): string => {
  const parsed = parseJson(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const decoded = parsed._tag === 'Right' ? decode(struct({ version: str }), parsed.right) : parsed;
  return decoded._tag === 'Right' ? decoded.right.version : 'unknown';
};
