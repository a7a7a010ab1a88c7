/** The initial content of a box. */
import type { Box } from './box.ts';
import { DEVICES, FIRST_VOLUME, NETWORK, SHARED, homeOf } from './files/places.ts';

export const furnish = (box: Box, files: Readonly<Record<string, Uint8Array | string>>): void => {
  const { tree, users, offers } = box;
  for (const { name } of users)
    for (const folder of ['', 'my-shares', 'My Images', '.safebox', '.safe_home', '.share2me', '.Trash'])
      tree.makeFolder(`${homeOf(name)}/${folder}`);
  tree.makeFolder(`${FIRST_VOLUME}/${SHARED}`);
  tree.write(`${DEVICES}/stick/read me.txt`, 'A stick in the front of the box.\n');
  tree.makeFolder(NETWORK);
  if (offers.networkMounts) tree.write(`${NETWORK}/nas/old/letter.txt`, 'On another machine of the house.\n');
  for (const [path, content] of Object.entries(files)) tree.write(path, content);
};
