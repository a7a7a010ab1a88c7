import { describe, expect, it } from 'vitest';
import { readDropped } from './read-dropped.ts';

/** An item of a browser that has no entries, or of the clipboard. */
const itemOf = (file: File | null, kind = 'file'): DataTransferItem => ({
  kind,
  type: file?.type ?? '',
  getAsFile: () => file,
  getAsString: () => undefined,
  webkitGetAsEntry: () => null,
});

describe('what is dropped or pasted', () => {
  it('takes a file that has neither an entry nor a handle, as a screenshot on the clipboard', async () => {
    const shot = new File(['x'], 'image.png', { type: 'image/png' });
    const { files, folders, unread } = await readDropped([itemOf(shot)]);
    expect(files).toEqual([{ file: shot, path: 'image.png' }]);
    expect([folders, unread]).toEqual([[], []]);
  });

  it('names what has no name as unread, takes the rest, and leaves out texts', async () => {
    const file = new File(['x'], 'a.txt');
    const { files, unread } = await readDropped([itemOf(null), itemOf(null, 'string'), itemOf(file)]);
    expect(unread).toEqual(['/']);
    expect(files.map(({ path }) => path)).toEqual(['a.txt']);
  });
});
