import { defineConfig } from 'tsdown';

/** One file that runs in bare Node; the SDKs stay dependencies. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  sourcemap: true,
  dts: false,
});
