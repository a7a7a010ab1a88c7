/**
 * Copies a local folder to the box. Files that already exist are skipped, and interrupted uploads are resumed: `node
 * examples/mirror-up.ts ./photos /mnt/usb1/ann/photos`.
 */
import { uploadFolder } from '@boxwood/box-sdk/node';
import { run, say } from './connect.ts';

await run(async (box, [local, remote]) => {
  if (local === undefined || remote === undefined) throw new Error('Name a local folder and a folder on the box.');
  const counts = { sent: 0, identical: 0 };
  for await (const { source, result } of uploadFolder(box, local, remote)) {
    if (result._tag === 'Left') throw new Error(`${source.from}: ${result.left._tag}`);
    counts[result.right.identical ? 'identical' : 'sent'] += 1;
    say(`${result.right.identical ? '=' : '>'} ${source.target}`);
  }
  say(`${counts.sent} sent, ${counts.identical} were there already`);
});
