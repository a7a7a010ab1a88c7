import { defineConfig } from 'tsdown';

/** One file a module, so that bundlers of every kind can leave out what a program does not import. */
export default defineConfig({
  entry: ['src/index.ts', 'src/messages.ts', 'src/node.ts', 'src/rules.ts', 'src/server.ts'],
  format: 'esm',
  platform: 'neutral',
  // With what a project refers to: without it the types of another package are read from what a type check left, and are `any` where none ran.
  dts: { build: true },
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  unbundle: true,
});
