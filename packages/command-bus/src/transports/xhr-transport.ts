import type { Either } from '../either.ts';
import { left, right } from '../either.ts';
import type { BoxError } from '../box-error.ts';
import type { Transport, WireReply } from '../transport.ts';
import { addressOf, ReplyTooLong, MAX_REPLY_BYTES } from '../transport.ts';

/** The browser's transport for uploads: `fetch` cannot report upload progress, XMLHttpRequest can. */
export const xhrTransport = (): Transport => ({
  reportsProgress: true,
  exchange: (request) =>
    new Promise<Either<BoxError, WireReply>>((resolve) => {
      const xhr = new XMLHttpRequest();
      const abort = () => {
        xhr.abort();
      };
      const finish = (result: Either<BoxError, WireReply>) => {
        request.signal.removeEventListener('abort', abort);
        resolve(result);
      };
      if (request.signal.aborted) {
        resolve(left({ _tag: 'Aborted' }));
        return;
      }
      xhr.open(request.method, addressOf(request));
      for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = (event) => request.onProgress?.(event.loaded);
      xhr.onprogress = ({ loaded }) => {
        if (loaded <= MAX_REPLY_BYTES) return;
        finish(right({ status: xhr.status, text: () => Promise.reject(new ReplyTooLong()) }));
        xhr.abort();
      };
      xhr.onload = () => {
        const body = xhr.responseText;
        finish(
          right({
            status: xhr.status,
            text: () => Promise.resolve(body),
          }),
        );
      };
      xhr.onerror = () => {
        finish(left({ _tag: 'Network', cause: 'XMLHttpRequest failed' }));
      };
      xhr.onabort = () => {
        finish(left({ _tag: 'Aborted' }));
      };
      request.signal.addEventListener('abort', abort, { once: true });
      xhr.send(request.body);
    }),
});
