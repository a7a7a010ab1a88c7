/** Serves the pages of a client on the same origin as the box, like a real box. */
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { PlainResponse } from './byte-endpoints.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};

/** A file of the folder. A path without a suffix is a client route and returns index.html. */
export const pageOf = async (folder: string, url: URL): Promise<PlainResponse> => {
  const root = resolve(folder);
  const suffix = /\.(\w+)$/.exec(url.pathname)?.[1] ?? '';
  const file = suffix === '' ? join(root, 'index.html') : resolve(root, `.${decodeURIComponent(url.pathname)}`);
  if (!file.startsWith(root + sep)) return { status: 404, type: 'text/plain', body: '' };
  try {
    const type = TYPES[suffix === '' ? 'html' : suffix] ?? 'application/octet-stream';
    return { status: 200, type, body: await readFile(file) };
  } catch {
    return { status: 404, type: 'text/plain', body: '' };
  }
};
