import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the workspace, here and in each machine. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The kernel and the first root of a kind of machine, as `scripts/lib/machine.mjs` makes them. */
export const findParts = (kind: 'emulated' | 'user-mode'): { readonly kernel: string; readonly initrd: string } => {
  const script = `const{ensureMachine}=await import(${JSON.stringify(join(root, 'scripts/lib/machine.mjs'))});console.log(JSON.stringify(ensureMachine()?.[${JSON.stringify(kind)}]??{}))`;
  const found: unknown = JSON.parse(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  const text = (name: string): string => String(Reflect.get(Object(found), name));
  if (!existsSync(text('kernel'))) throw new Error('The test machine cannot run here.');
  return { kernel: text('kernel'), initrd: text('initrd') };
};
