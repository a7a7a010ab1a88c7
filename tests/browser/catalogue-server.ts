import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Catalogue {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * As strict as the policy of the box: no inline script, no style element, pictures only from the same origin or as data
 * URLs.
 */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src 'self'";

/** Builds the component catalogue for production and serves it on the loopback address. */
export async function serveCatalogue(): Promise<Catalogue> {
  const out = await mkdtemp(join(tmpdir(), 'boxwood-catalogue-'));
  const ui = new URL('../../packages/ui/', import.meta.url);
  const vite = new URL('node_modules/vite/bin/vite.js', ui).pathname;
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', out, '--logLevel', 'error'], {
    cwd: ui.pathname,
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const file = pathname === '/' ? '/index.html' : pathname;
    readFile(join(out, file)).then(
      (body) => {
        response
          .writeHead(200, {
            'content-type': types[extname(file)] ?? 'application/octet-stream',
            'content-security-policy': policy,
          })
          .end(body);
      },
      () => {
        response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(out, { recursive: true, force: true });
    },
  };
}
