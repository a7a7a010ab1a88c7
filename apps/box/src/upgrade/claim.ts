import type { BoxModel } from '@boxwood/box-sdk';

/**
 * What the trusted comment of a package claims: its platform, its unpacked size in bytes, and its version for each
 * model.
 */
export interface Claim {
  readonly platform: string;
  readonly bytes: number;
  readonly versions: Readonly<Partial<Record<BoxModel, string>>>;
}

const WORD = /^(platform|bytes|N2|N3|G2)=([A-Za-z0-9.-]{1,40})$/;
const BYTES = /^[1-9][0-9]{0,10}$/;

/**
 * Parses `boxwood-box platform=linux-x64 bytes=180000000 N2=1.0.1023 G2=1.0.8`. Returns null for anything else, so that
 * a signature of another file is not accepted as a release.
 */
export const readClaim = (comment: string): Claim | null => {
  const [first, ...words] = comment.split(' ');
  if (first !== 'boxwood-box') return null;
  const said = new Map<string, string>();
  for (const word of words) {
    const [, name, value] = WORD.exec(word) ?? [];
    if (name === undefined || value === undefined || said.has(name)) return null;
    said.set(name, value);
  }
  const platform = said.get('platform');
  const bytes = said.get('bytes') ?? '';
  if (platform === undefined || !BYTES.test(bytes)) return null;
  const versions: Partial<Record<BoxModel, string>> = {};
  for (const model of ['N2', 'N3', 'G2'] as const) {
    const version = said.get(model);
    if (version !== undefined) versions[model] = version;
  }
  return { platform, bytes: Number(bytes), versions };
};
