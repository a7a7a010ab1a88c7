import { defineConfig } from 'tsdown';

/** One output file for each module, so that every bundler can leave out what a program does not import. */
export default defineConfig({
  entry: ['src/index.ts', 'src/codecs/index.ts', 'src/messages/index.ts', 'src/rules/index.ts', 'src/server.ts'],
  format: 'esm',
  platform: 'neutral',
  // Builds project references too. Otherwise the types of another package come from an earlier type check, and are
  // `any` when none ran.
  dts: { build: true },
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  unbundle: true,
});
