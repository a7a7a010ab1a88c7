/** Prints a folder as a tree: `node examples/list-tree.ts /mnt/usb1/ann 3` (path, levels). */
import type { BoxClient } from '@boxwood/box-sdk';
import { isFolderType, joinPath } from '@boxwood/box-sdk';
import { entriesOf, run, say } from './connect.ts';

const print = async (box: BoxClient, path: string, levels: number, indent = ''): Promise<void> => {
  for await (const item of entriesOf(box, path)) {
    // A soft link may lead back up; only real folders are entered.
    const enter = isFolderType(item.t) && item.t !== 100;
    say(`${indent}${item.n}${enter ? '/' : `  ${item.s} B`}`);
    if (enter && levels > 1) await print(box, joinPath(path, item.n), levels - 1, `${indent}  `);
  }
};

await run(async ({ box, user }, [path = `/mnt/usb1/${user}`, levels = '2']) => {
  say(path);
  await print(box, path, Math.max(1, Number(levels) || 1), '  ');
});
