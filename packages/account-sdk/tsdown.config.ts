import { defineConfig } from 'tsdown';

/** One output file per module, so that any bundler can drop what a program does not import. */
export default defineConfig({
  entry: ['src/index.ts', 'src/messages.ts', 'src/rules.ts', 'src/server.ts'],
  format: 'esm',
  platform: 'neutral',
  // Builds referenced projects; otherwise types of other packages come from the output of an earlier type check, or are
  // `any` without one.
  dts: { build: true },
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  unbundle: true,
});
