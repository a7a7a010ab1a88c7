import { fileURLToPath } from 'node:url';

/** Calls that compile text as code. Methods with the name `eval` are none. */
const CODE_FROM_TEXT = /\bnew Function\s*\(|(?<![\w$.])(?:Function|eval)\s*\((?![^()]*\)\s*\{)/;

interface BundleChunk {
  readonly type: string;
  readonly code?: string | undefined;
}

/**
 * Build plugin of the box: replaces the one dependency that builds functions from text, and fails the build when a
 * bundle still contains `eval` or `new Function`, so that the box runs with `--disallow-code-generation-from-strings`.
 */
export const noCodeFromText = {
  name: 'no-code-from-text',
  resolveId: (id: string): string | undefined =>
    id === 'which-polygon'
      ? fileURLToPath(new URL('../../features/photos/places/polygon-lookup.ts', import.meta.url))
      : undefined,
  generateBundle(_: unknown, bundle: Readonly<Record<string, BundleChunk>>): void {
    for (const [file, { type, code = '' }] of Object.entries(bundle)) {
      const found = type === 'chunk' ? CODE_FROM_TEXT.exec(code) : null;
      if (found === null) continue;
      const context = code.slice(Math.max(0, found.index - 40), found.index + 60);
      throw new Error(`${file} compiles text as code: ${context}`);
    }
  },
};
