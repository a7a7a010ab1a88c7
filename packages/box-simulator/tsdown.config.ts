import { defineConfig } from 'tsdown';

/** What a test imports, and the program; both run in plain Node without any other package. */
export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts'],
  format: 'esm',
  platform: 'node',
  dts: { build: true },
  target: 'node20',
  fixedExtension: false,
  sourcemap: true,
});
