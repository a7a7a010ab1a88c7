import type { FileFacts } from '@boxwood/domain';

/** A group of files is asked for, its facts are answered. A browser asks the disk for each of them, and this thread waits instead of the page's. */
self.addEventListener('message', ({ data }: MessageEvent<readonly File[]>) => {
  self.postMessage(data.map(({ size, lastModified }): FileFacts => ({ size, lastModified })));
});
