import { defineConfig } from 'tsdown';

/** The library for tests, and the program; both run in plain Node without other packages. */
export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts'],
  format: 'esm',
  platform: 'node',
  dts: { build: true },
  target: 'node20',
  fixedExtension: false,
  sourcemap: true,
});
