/**
 * A malicious box: the account service treats it as a normal box, guests visit it, and the test reads everything it
 * received.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAccountClient, fetchTransport, withBoxSecret } from '@boxwood/account-sdk';
import type { AccountClient } from '@boxwood/account-sdk';
import { dialIn } from '../../../apps/account/src/testing/dialled-box.ts';

/** How it answers a guest who comes through the relay. */
export type ResponseBehaviour = (stream: ServerHttp2Stream) => void;

export interface MaliciousBox {
  readonly boxId: string;
  readonly secret: string;
  /** Where it listens for guests who connect directly. */
  readonly origin: string;
  /** Its requests to the account service. */
  readonly link: AccountClient['link'];
  /** Everything it received from guests and from the account service: request lines, headers, bodies. */
  readonly receivedData: readonly string[];
  /** The received text that could be a credential: runs of letters and digits as long as a token. */
  possibleSecrets(): readonly string[];
  /** How it answers from now on. */
  behaviour: ResponseBehaviour;
  /** How it answers notifications of the account service. */
  accountBehaviour: ResponseBehaviour;
  hangUp(): void;
}

/** A normal answer: success, with more data than was requested. */
export const respondNormally: ResponseBehaviour = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end(JSON.stringify({ error: 0, code: 200, key: 'k'.repeat(32), expire: 3600, uuid: 'u'.repeat(32) }));
};

/** Registers a box without an invitation, and connects it to the relay. */
export const startMaliciousBox = async (service: string, boxId: string): Promise<MaliciousBox> => {
  const secret = `${boxId}-secret-of-at-least-32-characters`;
  const diary: string[] = [];
  const note = (line: string, headers: IncomingHttpHeaders | IncomingMessage['headers'], body: string): void => {
    diary.push(`${line}\n${JSON.stringify(headers)}\n${body}`);
  };
  const { link } = createAccountClient({
    baseUrl: service,
    transport: withBoxSecret(fetchTransport(), boxId, secret),
  });
  await link.register({ box: { boxId, boxName: boxId, model: 'N3', edition: 'standard', version: '1.0.25' } });

  const server = createServer((asked, response) => {
    text(asked).then(
      (body) => {
        note(`${asked.method ?? ''} ${asked.url ?? ''}`, asked.headers, body);
        response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=box; Path=/' });
        response.end('{"error":0,"code":200}');
      },
      () => undefined, // The peer closed the connection.
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const box = { behaviour: respondNormally, accountBehaviour: respondNormally };
  const { hangUp } = await dialIn(service, boxId, secret, (stream, headers) => {
    const isTold = headers[':path'] === '/internal/roster';
    const answer = isTold ? box.accountBehaviour : box.behaviour;
    const reading = text(stream).then((body) => note(String(headers[':path']), headers, body));
    // Some behaviours do not wait for the end of the request.
    reading.catch(() => undefined);
    answer(stream);
  });
  return Object.assign(box, {
    boxId,
    secret,
    link,
    receivedData: diary,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    possibleSecrets: () => [...new Set(diary.join('\n').match(/\b[A-Za-z0-9]{16,64}\b/g) ?? [])],
    hangUp: () => {
      hangUp();
      server.closeAllConnections();
      server.close();
    },
  });
};

/** The status with which a service answers a request to become the tunnel of a box. */
export const dialStatus = (service: string, boxId: string, secret: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'boxwood-tunnel', 'x-box-id': boxId, 'x-box-secret': secret };
    const asking = request(`${service}/relay-dial`, { headers });
    asking.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asking.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    asking.on('error', reject);
    asking.end();
  });

const pour = (stream: ServerHttp2Stream, piece: Buffer): void => {
  const next = (): void => {
    if (stream.destroyed) return;
    if (stream.write(piece)) setImmediate(next);
    else stream.once('drain', next);
  };
  next();
};
const says = (stream: ServerHttp2Stream, status: number, headers: Record<string, string | string[]> = {}): void => {
  stream.respond({ ':status': status, 'content-type': 'application/json', ...headers });
};

/** Answers that no honest box gives. Each ends by itself or with its reader. */
export const MALICIOUS_BEHAVIOURS: Readonly<Record<string, ResponseBehaviour>> = {
  'without end': (stream) => {
    says(stream, 200);
    pour(stream, Buffer.alloc(65_536, 32));
  },
  'a length that is a lie': (stream) => {
    says(stream, 200, { 'content-length': '9007199254740991' });
    stream.end('{"error":0}');
  },
  'byte by byte': (stream) => {
    says(stream, 200);
    const drops = setInterval(() => stream.write(' '), 50);
    stream.once('close', () => {
      clearInterval(drops);
    });
  },
  silence: () => undefined,
  'a head, and silence': (stream) => {
    says(stream, 200);
  },
  'a redirect to the service': (stream) => {
    says(stream, 302, { location: '/transitAuth/logout' });
    stream.end();
  },
  'a redirect to a script': (stream) => {
    says(stream, 307, { location: 'javascript:alert(1)' });
    stream.end();
  },
  cookies: (stream) => {
    says(stream, 200, { 'set-cookie': ['sid=box; Path=/', 'token=box; Path=/'], 'clear-site-data': '"*"' });
    stream.end('{"error":0}');
  },
  'a page with a script': (stream) => {
    says(stream, 200, { 'content-type': 'text/html', 'content-security-policy': "default-src * 'unsafe-inline'" });
    stream.end('<!doctype html><script>fetch("/transitAuth/logout", { method: "POST" })</script>');
  },
  'a question for a password': (stream) => {
    says(stream, 401, { 'www-authenticate': 'Basic realm="Boxwood"' });
    stream.end();
  },
  'a thousand headers': (stream) => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x-many-${at}`, 'y'.repeat(50)]));
    says(stream, 200, many);
    stream.end('{"error":0}');
  },
  'a status that is none': (stream) => {
    says(stream, 599, { 'content-type': 'x'.repeat(5000) });
    stream.end();
  },
  'a broken line': (stream) => {
    says(stream, 200);
    stream.write('{"err');
    stream.close(2);
  },
  'a reply a mile deep': (stream) => {
    says(stream, 200);
    stream.end(`{"error":0,"x":${'['.repeat(200_000)}`);
  },
};
