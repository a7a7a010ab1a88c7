// How the SDKs are built: `tsdown --config ../../scripts/lib/sdk-build.config.mjs` in the folder of a package.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Emits one output file per module, so that every bundler can drop what a program does not import. */
export default defineConfig({
  cwd: process.cwd(),
  // An entry without a build is for tests of this workspace and is not published.
  entry: Object.values(exports).flatMap((entry) => entry['@boxwood/source'] ?? []),
  format: 'esm',
  platform: 'neutral',
  // Builds referenced projects too. Without this the types of other packages come from an earlier type check, and are
  // `any` if none ran.
  dts: { build: true },
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  unbundle: true,
});
