/** Writes multipart forms with files. Only the commands that send one import this module. */
import { isRecord } from './codecs/index.ts';
import type { UploadFile } from './command.ts';

const isFile = (u: unknown): u is UploadFile => isRecord(u) && u['data'] instanceof Uint8Array;

/** The multipart body of a command: a field for every parameter, one for each item of a list. */
export const formBody = (params: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData();
  for (const [key, value] of Object.entries(params)) {
    const parts: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const part of parts) {
      if (isFile(part)) form.append(key, new Blob([part.data], { type: part.type }), part.name);
      else form.append(key, String(part));
    }
  }
  return form;
};
