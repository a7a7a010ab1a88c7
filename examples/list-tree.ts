/** Prints a folder as a tree: `node examples/list-tree.ts /mnt/usb1/ann 3` (path, levels). */
import type { Connection } from '@boxwood/box-sdk';
import { isFolderType, joinPath, ListFiles } from '@boxwood/box-sdk';
import { run, say } from './connect.ts';

const print = async (box: Connection, path: string, levels: number, indent = ''): Promise<void> => {
  for await (const item of box.each(ListFiles, { path })) {
    // A symbolic link may lead back up; only real folders are entered.
    const enter = isFolderType(item.t) && item.t !== 100;
    say(`${indent}${item.n}${enter ? '/' : `  ${item.s} B`}`);
    if (enter && levels > 1) await print(box, joinPath(path, item.n), levels - 1, `${indent}  `);
  }
};

await run(async (box, [path = `/mnt/usb1/${box.user}`, levels = '2']) => {
  say(path);
  await print(box, path, Math.max(1, Number(levels) || 1), '  ');
});
