/** Changes at a box that are tasks. */
import { dirname } from 'node:path';
import {
  compressTask,
  copyTask,
  decryptTask,
  downloadTask,
  encryptTask,
  extractTask,
  moveTask,
  removeTask,
} from '@boxwood/box-sdk';
import { OWNER } from '../lib/box/box-process.ts';
import { waitForTask } from './invariants.ts';
import {
  CHANGE,
  PROMISE,
  type BoxMutation,
  ONE_PIXEL,
  plant,
  waitInTimeline,
  plantTree,
  fill,
  perform,
  back,
  openSafe,
  CONTENT,
} from './mutation-context.ts';

export const TASK_MUTATIONS: readonly BoxMutation[] = [
  {
    name: 'a task is accepted, and deleted before its turn',
    commands: ['AddTask', 'DeleteTask', 'DeleteTasks'],
    run: async (desk) => {
      const task = copyTask(OWNER, plant(desk, 'wanted.txt'), fill(desk));
      const { id } = await desk.step(PROMISE, () => desk.client.tasks.add(task));
      await waitForTask(desk.client, OWNER, id);
      await desk.step(PROMISE, () => desk.client.tasks.remove({ user: OWNER, id }));
      const another = await desk.client.tasks.add(task);
      await waitForTask(desk.client, OWNER, another.id);
      await desk.step(PROMISE, () => desk.client.tasks.removeMany({ user: OWNER, ids: [another.id] }));
    },
  },
  {
    name: 'copy of a file',
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, copyTask(OWNER, plant(desk, 'file.bin', CONTENT), fill(desk)));
      await back(desk);
    },
  },
  ...[3, 40].map((files): BoxMutation => ({
    name: `copy of a folder of ${files} files`,
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, copyTask(OWNER, plantTree(desk, 'tree', files), fill(desk)));
      await back(desk);
    },
  })),
  {
    name: 'copy over a file and into a folder that are there',
    commands: ['AddTask'],
    run: async (desk) => {
      const to = fill(desk);
      plant(desk, 'to/file.txt', 'older');
      plant(desk, 'to/tree/inner/1.txt', 'older');
      await perform(desk, copyTask(OWNER, plant(desk, 'file.txt'), to));
      await perform(desk, copyTask(OWNER, plantTree(desk, 'tree', 3), to));
    },
  },
  {
    name: 'move task within a volume, also into a folder that is there',
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, moveTask(OWNER, plantTree(desk, 'tree', 3), fill(desk)));
      await back(desk);
      await perform(desk, moveTask(OWNER, plantTree(desk, 'tree', 5), fill(desk)));
      await back(desk);
    },
  },
  {
    name: 'move to another volume, undo, redo',
    commands: ['AddTask'],
    run: async (desk) => {
      if (desk.elsewhere === null) return;
      await perform(desk, moveTask(OWNER, plantTree(desk, 'far', 3), desk.elsewhere));
      await back(desk, CHANGE);
      await perform(desk, moveTask(OWNER, plant(desk, 'far.txt'), desk.elsewhere));
      // This volume has no recycle bin: a replaced file is deleted.
      await perform(desk, copyTask(OWNER, plant(desk, 'far.txt', 'newer'), desk.elsewhere));
    },
  },
  {
    name: 'remove task',
    commands: ['AddTask'],
    run: (desk) => perform(desk, removeTask(OWNER, plantTree(desk, 'tree', 3))),
  },
  {
    name: 'pack and unpack',
    commands: ['AddTask'],
    run: async (desk) => {
      plantTree(desk, 'tree', 3);
      for (const suffix of ['zip', 'tar.gz'] as const) {
        const target = { target: fill(desk), name: 'tree', suffix };
        await perform(desk, compressTask(OWNER, dirname(desk.wire('tree')), ['tree'], target));
        await perform(desk, extractTask(OWNER, desk.wire(`to/tree.${suffix}`), desk.wire('to')));
      }
      await back(desk);
    },
  },
  {
    name: 'encrypt and decrypt, undo, redo',
    commands: ['AddTask'],
    run: async (desk) => {
      await openSafe(desk);
      await perform(desk, encryptTask(OWNER, plant(desk, 'secret.txt', CONTENT), '/mnt/safebox'));
      await back(desk, CHANGE);
      await perform(desk, decryptTask(OWNER, '/mnt/safebox/secret.txt.hyencrypt_v3', fill(desk)));
      await back(desk, CHANGE);
      // The metadata of a picture is removed with it.
      const picture = plant(desk, 'seen.png', Buffer.concat([ONE_PIXEL, CONTENT]));
      await waitInTimeline(desk, picture);
      await perform(desk, encryptTask(OWNER, picture, '/mnt/safebox'));
    },
  },
  {
    name: 'download from the web',
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, downloadTask(OWNER, desk.address, fill(desk)));
      await back(desk);
    },
  },
];
