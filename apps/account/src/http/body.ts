import type { IncomingMessage } from 'node:http';
import { FEEDBACK } from '@boxwood/command-bus/rules';

/** Bytes of a JSON body. */
export const JSON_LIMIT = 1024 * 1024;
/** Bytes of a form: four pictures, the words, and what the form itself takes. */
export const FORM_LIMIT = FEEDBACK.images * FEEDBACK.imageBytes + 256 * 1024;

/** Milliseconds a body may take. */
const BODY_MS = 60_000;

/** The whole body, or undefined when it is longer than `limit`. Rejects when the caller goes away or takes too long. */
export const readBody = (request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer> | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const late = setTimeout(() => request.destroy(), BODY_MS);
    request.once('close', () => {
      clearTimeout(late);
    });
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        request.resume();
        resolve(undefined);
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('the caller went away'));
    });
  });

/** Fields and files of a form, files always as lists; undefined when it cannot be read. */
export const readForm = async (
  body: Buffer<ArrayBuffer>,
  contentType: string,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined; // not a form, or a broken one
  }
  const params: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const files = new Map<string, unknown[]>();
  for (const [key, value] of form.entries()) {
    if (typeof value === 'string') params[key] = value;
    else {
      const list = files.get(key) ?? [];
      list.push({ name: value.name, type: value.type, data: new Uint8Array(await value.arrayBuffer()) });
      files.set(key, list);
    }
  }
  for (const [key, list] of files) params[key] = list;
  return params;
};
