// The oldest Node that the SDKs support: the one of the machine if it has it, otherwise downloaded once from the registry.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, toolEnv } from '../tools.mjs';

const OLDEST = '20.20.0';
const major = (version) => version.split('.')[0];

/** The path of a Node of the oldest supported major version; null, with a message, if none is installed and none can be downloaded. */
export const oldestNode = () => {
  const folder = join(root, '.tools', 'oldest-node');
  const brought = join(folder, 'node_modules', 'node', 'bin', 'node');
  const outside = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.startsWith(root));
  for (const node of [...outside.map((path) => join(path, 'node')), brought]) {
    if (!existsSync(node)) continue;
    const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (major(version) === major(OLDEST)) return node;
  }
  console.error(`Downloading Node ${OLDEST} (once): the SDKs are checked with it ...`);
  const args = ['install', '--prefix', folder, `node@${OLDEST}`, '--no-save', '--no-audit', '--no-fund'];
  const done = spawnSync('npm', [...args, '--loglevel=error'], { env: toolEnv(), stdio: 'ignore' });
  if (done.status === 0 && existsSync(brought)) return brought;
  console.log(`SKIPPED: no Node ${major(OLDEST)} on this machine, and the registry cannot be reached.`);
  return null;
};
