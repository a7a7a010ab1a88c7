import { expect, it } from 'vitest';
import { parseReleaseClaim } from './release-claim.ts';

it('a trusted comment says for which machine a package is, how large it is, and its version by model', () => {
  expect(parseReleaseClaim('boxwood-box platform=linux-x64 bytes=180 N2=1.0.1023 G2=1.0.8')).toEqual({
    platform: 'linux-x64',
    bytes: 180,
    versions: { N2: '1.0.1023', G2: '1.0.8' },
  });
});

it('what says anything else, says something twice, or leaves something out is no release', () => {
  for (const comment of [
    '',
    'timestamp:1 file:boxwood-box.tar.gz hashed',
    'boxwood-box',
    'boxwood-box platform=linux-x64 G2=1.0.8',
    'boxwood-box bytes=1 G2=1.0.8',
    'boxwood-box platform=linux-x64 bytes=0 G2=1.0.8',
    'boxwood-box platform=linux-x64 bytes=1e9 G2=1.0.8',
    'boxwood-box platform=linux-x64 bytes=1 G2=1.0.8 G2=1.0.9',
    'boxwood-box platform=linux-x64 bytes=1 G3=1.0.8',
    'boxwood-box  platform=linux-x64 bytes=1 G2=1.0.8',
    'boxwood-box platform=../.. bytes=1 G2=1.0.8',
    'boxwood-boxes platform=linux-x64 bytes=1 G2=1.0.8',
  ])
    expect(parseReleaseClaim(comment), comment).toBeNull();
});
