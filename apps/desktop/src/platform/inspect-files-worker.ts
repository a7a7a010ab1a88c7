import type { FileFacts } from '@boxwood/domain';

/**
 * Returns the facts of a group of files. The browser reads the disk for each file, which blocks this thread instead of
 * the page.
 */
self.addEventListener('message', ({ data }: MessageEvent<readonly File[]>) => {
  self.postMessage(data.map(({ size, lastModified }): FileFacts => ({ size, lastModified })));
});
