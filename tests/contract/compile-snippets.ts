/** Runs the compiler on code that stands in texts. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Links the dependencies of each package of the workspace. */
const linkPackages = (house: string, file: string): void => {
  const [group = '', name = ''] = file.split('/');
  const owner = group === 'tests' ? group : join(group, name);
  const [to, from] = [join(root, owner, 'node_modules'), join(house, owner, 'node_modules')];
  if (existsSync(to) && !existsSync(from)) symlinkSync(to, from);
};

/**
 * Compiles texts as if each stood at its path in the workspace, and may import its neighbours; a text hides a file of
 * the same path. Returns the errors, as path from the root and message.
 * @param settings a tsconfig whose options apply, and options that differ
 */
export const compileErrors = (
  texts: ReadonlyMap<string, string>,
  settings: { readonly extends: string; readonly compilerOptions?: Readonly<Record<string, unknown>> },
): readonly { readonly path: string; readonly message: string }[] => {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const house = mkdtempSync(join(cache, 'compiled-'));
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(house, path)), { recursive: true });
      writeFileSync(join(house, path), text);
      linkPackages(house, path);
    }
    const compilerOptions = {
      noEmit: true,
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
      declaration: false,
      noUnusedLocals: false,
      rootDir: root,
      rootDirs: [house, root],
      outDir: null,
      tsBuildInfoFile: null,
      ...settings.compilerOptions,
    };
    const config = { extends: join(root, settings.extends), compilerOptions, files: [...texts.keys()], include: [] };
    writeFileSync(join(house, 'tsconfig.json'), JSON.stringify({ ...config, references: [] }));
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const { stdout, error } = spawnSync(tsc, ['-p', house, '--checkers', '1', '--pretty', 'false'], {
      cwd: house,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error !== undefined) throw error;
    return stdout.split('\n').flatMap((line) => {
      const [, path, message] = /^(\S.*?)\(\d+,\d+\): error (TS\d+: .*)$/.exec(line) ?? [];
      if (path !== undefined && message !== undefined) return texts.has(path) ? [{ path, message }] : [];
      // Without a file: the settings themselves are wrong.
      return line.startsWith('error') ? [{ path: relative(root, house), message: line }] : [];
    });
  } finally {
    rmSync(house, { recursive: true });
  }
};
