/** The initial content of a box. */
import type { BoxState } from './box-state.ts';
import { DEVICES, FIRST_VOLUME, NETWORK, SHARED, homeOf } from './files/path-access.ts';

export const seedBox = (box: BoxState, files: Readonly<Record<string, Uint8Array | string>>): void => {
  const { tree, users, features } = box;
  for (const { name } of users)
    for (const folder of ['', 'my-shares', 'My Images', '.safebox', '.safe_home', '.share2me', '.Trash'])
      tree.makeFolder(`${homeOf(name)}/${folder}`);
  tree.makeFolder(`${FIRST_VOLUME}/${SHARED}`);
  tree.write(`${DEVICES}/stick/read me.txt`, 'A stick in the front of the box.\n');
  tree.makeFolder(NETWORK);
  if (features.networkMounts) tree.write(`${NETWORK}/nas/old/letter.txt`, 'On another machine of the house.\n');
  for (const [path, content] of Object.entries(files)) tree.write(path, content);
};
