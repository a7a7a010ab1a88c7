import { defineConfig } from 'tsdown';

/** The library for tests, and the program; both run in plain Node without other packages. */
export default defineConfig({
  entry: { index: 'src/index.ts', main: 'src/simulator-process.ts' },
  format: 'esm',
  platform: 'node',
  dts: { build: true },
  target: 'node20',
  fixedExtension: false,
  sourcemap: true,
});
