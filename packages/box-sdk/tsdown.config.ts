import { defineConfig } from 'tsdown';

/** Emits one output file per module, so that every bundler can drop what a program does not import. */
export default defineConfig({
  entry: ['src/index.ts', 'src/messages.ts', 'src/node.ts', 'src/rules.ts', 'src/server.ts'],
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
