import { describe, expect, it } from 'vitest';
import { NewTask } from './task-model.ts';
import {
  compressTask,
  copyTask,
  decryptTask,
  encryptTask,
  extractTask,
  moveTask,
  removeTask,
} from './task-builders.ts';

const a = '/mnt/usb1/ann/a';
const b = '/mnt/usb1/ann/b';

describe('operations', () => {
  it.each([
    ['SDK-B39', copyTask('ann', a, b, 2), { user: 'ann', type: 'COPY', source: a, target: b, conflict: 2 }],
    ['SDK-B40', moveTask('ann', a, b), { user: 'ann', type: 'MOVE', source: a, target: b, conflict: 1 }],
    ['SDK-B41', encryptTask('ann', a, b), { user: 'ann', type: 'EMOVE', source: a, target: b }],
    ['SDK-B42', decryptTask('ann', a, b), { user: 'ann', type: 'DMOVE', source: a, target: b }],
    [
      'SDK-B43 ARCHIVE-03 ARCHIVE-10',
      compressTask('ann', a, ['x', 'y'], { target: b, name: 'trip', suffix: 'tar.gz' }),
      { user: 'ann', type: 'COMPRESS', source: a, target: `${b}/trip.tar.gz`, names: ['x', 'y'] },
    ],
    [
      'SDK-B44',
      extractTask('ann', `${a}.zip`, b, 'p'),
      { user: 'ann', type: 'DECOMPRESS', source: `${a}.zip`, target: b, password: 'p' },
    ],
    ['SDK-B113', removeTask('ann', a), { user: 'ann', type: 'REMOVE', source: a }],
  ] as const)('%s: builds what ADDTASK takes', (_, built, expected) => {
    expect(built).toEqual(expected);
    expect(NewTask.is(built)).toBe(true);
  });

  it('SDK-B39 to SDK-B44: refuses what no operation takes', () => {
    const copy = copyTask('ann', a, b);
    for (const wrong of [
      { ...copy, type: 'FORMAT' },
      { ...copy, source: 'relative' },
      { ...copy, target: '/mnt/../etc' },
      { ...copy, conflict: 4 },
      { ...copy, user: '' },
      { user: 'ann', type: 'COMPRESS', source: a, target: b },
      { user: 'ann', type: 'EMOVE', source: a },
    ])
      expect(NewTask.is(wrong), JSON.stringify(wrong)).toBe(false);
  });
});
