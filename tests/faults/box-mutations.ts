/** Every change that a user can make at a box, one after the other, for tests that watch the box's disk writes. */
import { mkdirSync } from 'node:fs';
import { PutChunk, uploadFile } from '@boxwood/box-sdk';
import {
  NONE,
  CHANGE,
  SETTLED,
  AFTER,
  type BoxMutation,
  plant,
  plantTree,
  fill,
  back,
  source,
  upload,
  binned,
  CONTENT,
} from './mutation-context.ts';
import { TASK_MUTATIONS } from './task-mutations.ts';
import { DATABASE_MUTATIONS } from './database-mutations.ts';

const uploads: readonly BoxMutation[] = [
  {
    name: 'upload into a new folder, undo, redo',
    commands: ['PrepareUpload', 'FinishUpload', 'UndoChange', 'RedoChange'],
    run: async (desk) => {
      const target = desk.wire('new/whole.bin');
      // The folder is created when the upload is prepared, and belongs to no undo step.
      await desk.step(NONE, () => desk.client.transfers.prepare({ target, size: CONTENT.length }));
      await upload(desk, target, CONTENT);
      await back(desk);
    },
  },
  {
    name: 'upload in two chunks, over what was there',
    commands: ['PrepareUpload', 'FinishUpload'],
    run: async (desk) => {
      const target = plant(desk, 'parts.bin');
      await desk.step(CHANGE, async () => {
        const { uuid } = await desk.client.transfers.prepare({ target, size: CONTENT.length });
        for (const [start, end] of [
          [0, 100_000],
          [100_000, CONTENT.length],
        ] as const)
          await desk.client.transfer(PutChunk, { uuid, start }, new Uint8Array(CONTENT.subarray(start, end)))();
        await desk.client.transfers.finish({ target, size: CONTENT.length, reserved: '0', uuid, ctime: 1_700_000_000 });
      });
    },
  },
  {
    name: 'upload that keeps both',
    commands: ['PrepareUpload', 'FinishUpload'],
    run: async (desk) => {
      const target = plant(desk, 'both.bin');
      await desk.step(CHANGE, async () => {
        const sent = await uploadFile(desk.client, source(target, CONTENT), { keep: 'act' });
        if (sent._tag === 'Left') throw new Error(sent.left._tag);
      });
    },
  },
  {
    name: 'upload of an empty file',
    commands: ['PrepareUpload', 'FinishUpload'],
    run: (desk) => {
      mkdirSync(desk.disk('.'), { recursive: true });
      return upload(desk, desk.wire('empty.bin'), Buffer.alloc(0));
    },
  },
  {
    name: 'bundle of small files into two folders',
    commands: ['PrepareUploads', 'FinishUploads'],
    run: async (desk) => {
      const files = ['a/1.txt', 'a/2.txt', 'b/3.txt'].map((name) => ({
        target: desk.wire(name),
        size: 5,
        mtime: 1_700_000_000,
      }));
      const { uuid = '' } = await desk.step(NONE, () => desk.client.transfers.prepareMany({ files }));
      await desk.step(CHANGE, async () => {
        await desk.client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(Buffer.from('1.txt2.txt3.txt')))();
        await desk.client.transfers.finishMany({ uuid });
      });
      await back(desk);
    },
  },
];

const single: readonly BoxMutation[] = [
  {
    name: 'new folder and its parents',
    commands: ['MakeFolder'],
    run: async (desk) => {
      await desk.step(SETTLED, () => desk.client.files.makeFolder({ path: desk.wire('one/two/three') }));
      await back(desk);
    },
  },
  {
    name: 'move of a file and of a folder',
    commands: ['MoveFile'],
    run: async (desk) => {
      fill(desk);
      const [file, folder] = [plant(desk, 'file.txt'), plantTree(desk, 'folder', 2)];
      await desk.step(CHANGE, () => desk.client.files.move({ source: file, target: desk.wire('to/file.txt') }));
      await back(desk);
      await desk.step(CHANGE, () => desk.client.files.move({ source: folder, target: desk.wire('to/folder') }));
      await back(desk);
    },
  },
  {
    name: 'batch rename in a circle',
    commands: ['RenameFiles'],
    run: async (desk) => {
      const [a, b] = [plant(desk, 'a'), plant(desk, 'b')];
      const renames = [
        { source: a, target: b },
        { source: b, target: a },
      ];
      await desk.step(CHANGE, () => desk.client.files.rename({ renames }));
      await back(desk);
    },
  },
  {
    name: 'delete for good, a file and a folder',
    commands: ['RemoveFiles'],
    run: async (desk) => {
      const paths = [plant(desk, 'gone.txt'), plantTree(desk, 'gone', 2)];
      await desk.step(CHANGE, () => desk.client.files.remove({ paths }));
    },
  },
  {
    name: 'into the bin, undo, redo',
    commands: ['TrashFiles'],
    run: async (desk) => {
      const paths = [plant(desk, 'old.txt'), plantTree(desk, 'old', 2)];
      await desk.step(CHANGE, () => desk.client.trash.put({ paths }));
      await back(desk);
    },
  },
  {
    name: 'many into the bin and out of it, undo, redo',
    commands: ['TrashFiles', 'RestoreTrash'],
    run: async (desk) => {
      const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'other/five.txt', 'other/six.txt'];
      const paths = names.map((name) => plant(desk, `several/${name}`));
      await desk.step(CHANGE, () => desk.client.trash.put({ paths }));
      await back(desk);
      const ids = await Promise.all(names.map((name) => binned(desk, name.slice(name.indexOf('/') + 1))));
      await desk.step(CHANGE, () => desk.client.trash.restore({ ids }));
      await back(desk);
    },
  },
  {
    name: 'out of the bin, undo, redo',
    commands: ['RestoreTrash'],
    run: async (desk) => {
      await desk.client.trash.put({ paths: [plant(desk, 'kept.txt')] });
      const ids = [await binned(desk, 'kept.txt')];
      await desk.step(CHANGE, () => desk.client.trash.restore({ ids }));
      await back(desk);
    },
  },
  {
    name: 'out of the bin beside what has taken the name, undo, redo',
    commands: ['RestoreBeside'],
    run: async (desk) => {
      const path = plant(desk, 'both.txt');
      await desk.client.trash.put({ paths: [path] });
      plant(desk, 'both.txt');
      const id = await binned(desk, 'both.txt');
      await desk.step(CHANGE, () => desk.client.trash.restoreBeside({ id }));
      await back(desk);
    },
  },
  {
    name: 'out of the bin for good',
    commands: ['DeleteTrash', 'EmptyTrash'],
    run: async (desk) => {
      await desk.client.trash.put({
        paths: [plant(desk, 'first.txt'), plant(desk, 'second.txt'), plantTree(desk, 'third', 2)],
      });
      const ids = [await binned(desk, 'first.txt')];
      await desk.step(AFTER, () => desk.client.trash.remove({ ids }));
      await desk.step(AFTER, () => desk.client.trash.empty({}));
    },
  },
];

/** In an order in which each finds its prerequisites; each can also run alone. */
export const BOX_MUTATIONS: readonly BoxMutation[] = [...uploads, ...single, ...TASK_MUTATIONS, ...DATABASE_MUTATIONS];

/** Commands that by their declaration may change something, and why a power cut loses nothing. */
export const NOT_PERSISTED: Readonly<Record<string, string>> = {
  SetUpBox: 'has an act of its own: the box is set up once',
  GetFileKey: 'a lost key is asked for again',
  EndUpload: 'an upload that a power cut brings back is unfinished, and is ended again',
  PauseTask: 'after a power cut it goes on, as a running one does',
  ResumeTask: 'after a power cut it waits, and is resumed again',
  LockArea: 'what is unlocked is in memory alone',
  ExportRecoveryKit: 'only reads; it is no idempotent call because its answer is a secret',
  RebootBox: 'writes nothing',
  PowerOffBox: 'writes nothing',
  RestartNetwork: 'writes nothing',
  SetLed: 'a lamp',
  SetRootJson:
    'when the machine restarts by itself: a box that forgot it goes on, and the line of facts that keeps it syncs',
  SetDate: 'the clock of the machine',
  EjectDisk: 'the disk is unmounted by the system, which syncs it',
  StartUsageScan: 'a scan is begun again',
  StartSmartTest: 'the disk tests itself, and keeps what came of it',
  InitDisk: 'the helper makes the file system, and mkfs syncs it; the box writes nothing',
  ...Object.fromEntries(
    ['CreateArray', 'StopArray', 'StartArray', 'DeleteArray', 'AddArrayMember', 'RemoveArrayMember'].map((name) => [
      name,
      'the helper has the kernel do it, which writes it on the members; the box writes nothing',
    ]),
  ),
  SetPrimaryDisk: 'the same as of MountDisk: the helper makes what is kept to be mounted',
  MountDisk: 'which disk is mounted where is kept, but no disk can be mounted here: on the emulated machine',
  DeactivateDisk: 'the same, taken away',
  ...Object.fromEntries(
    ['AddMount', 'SetMount', 'RemoveMount'].map((name) => [
      name,
      'what is mounted from where is kept, but nothing can be mounted here: in tests/box/net-mounts.full.test.ts',
    ]),
  ),
};
