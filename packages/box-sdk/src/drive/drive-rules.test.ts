import { describe, expect, it } from 'vitest';
import { checkDriveUpload, uploadLimit } from './drive-rules.ts';

const GB = 1024 ** 3;

describe('cloud drive', () => {
  it('CLOUDDRIVE-11 CONST-47: 4, 10, 20 GB by membership', () => {
    expect([0, 1, 2, 9].map(uploadLimit)).toEqual([4 * GB, 10 * GB, 20 * GB, 4 * GB]);
    expect(checkDriveUpload({ name: 'a', size: 4 * GB }, 0).ok).toBe(true);
    expect(checkDriveUpload({ name: 'a', size: 4 * GB + 1 }, 0)).toEqual({
      ok: false,
      issue: 'drive.tooLarge',
      name: 'a',
      limit: '4.00 GB',
    });
    expect(checkDriveUpload({ name: 'a', size: 4 * GB + 1 }, 1).ok).toBe(true);
  });
});
