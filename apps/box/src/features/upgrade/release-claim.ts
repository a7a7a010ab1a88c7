import type { BoxModel } from '@boxwood/box-sdk';

/**
 * What the trusted comment of a package claims: its platform, its unpacked size in bytes, and its version for each
 * model.
 */
export interface ReleaseClaim {
  readonly platform: string;
  readonly bytes: number;
  readonly versions: Readonly<Partial<Record<BoxModel, string>>>;
}

const FIELD = /^(platform|bytes|N2|N3|G2)=([A-Za-z0-9.-]{1,40})$/;
const BYTES = /^[1-9][0-9]{0,10}$/;

/**
 * Parses `boxwood-box platform=linux-x64 bytes=180000000 N2=1.0.1023 G2=1.0.8`. Returns null for anything else, so that
 * a signature of another file is not accepted as a release.
 */
export const parseReleaseClaim = (comment: string): ReleaseClaim | null => {
  const [first, ...fields] = comment.split(' ');
  if (first !== 'boxwood-box') return null;
  const values = new Map<string, string>();
  for (const field of fields) {
    const [, name, value] = FIELD.exec(field) ?? [];
    if (name === undefined || value === undefined || values.has(name)) return null;
    values.set(name, value);
  }
  const platform = values.get('platform');
  const bytes = values.get('bytes') ?? '';
  if (platform === undefined || !BYTES.test(bytes)) return null;
  const versions: Partial<Record<BoxModel, string>> = {};
  for (const model of ['N2', 'N3', 'G2'] as const) {
    const version = values.get(model);
    if (version !== undefined) versions[model] = version;
  }
  return { platform, bytes: Number(bytes), versions };
};
