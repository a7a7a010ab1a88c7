import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { freeChunk } from '../memory.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
/** No request line is shorter, in bytes. */
const MIN_HEAD_BYTES = 14;
/** How many bytes the parser receives at once while the length of a message is unknown. */
const MAX_SLICE_BYTES = 1024;
const NO_BYTES = Buffer.alloc(0);

/** The unparsed requests of all connections of a process, in bytes. */
export class HeldBytes {
  readonly #maxBytes: number;
  #inUse = 0;

  constructor(maxBytes = 16 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  get inUse(): number {
    return this.#inUse;
  }

  /** Adds what a connection holds, and returns whether all connections together are within the limit. */
  add(bytes: number): boolean {
    this.#inUse += bytes;
    return this.#inUse <= this.#maxBytes;
  }

  remove(bytes: number): void {
    this.#inUse -= bytes;
  }
}

/** Whether Node stopped its parser because the client does not read; the parser must receive nothing then. */
const isParserPaused = (socket: Socket): boolean => '_paused' in socket && socket._paused === true;

/**
 * Passes the bytes of a connection to Node's parser one request at a time. What a client sends before the response of
 * the previous request is complete (pipelining) stays unparsed, and the connection is not read further. Without this
 * Node parses all requests of a chunk of 64 KiB at once, up to 3,000.
 */
export class PacedReader {
  readonly #socket: Socket;
  readonly #held: HeldBytes;
  readonly #parse: (chunk: Buffer) => void;
  #chunk: Buffer = NO_BYTES;
  #rest: Buffer = NO_BYTES;
  /** The part of `#rest` that is counted in `#held`. */
  #counted = 0;
  /** How much of the current body was not parsed yet; 0 when its length is unknown. */
  #bodyBytes = 0;
  #openResponses = 0;
  #last: IncomingMessage | undefined;
  #isHolding = false;
  #isParsing = false;

  /** Takes the place of the listener that Node's HTTP server has added to the connection. */
  constructor(socket: Socket, held: HeldBytes) {
    this.#socket = socket;
    this.#held = held;
    const [parse] = socket.listeners('data');
    this.#parse = (chunk) => {
      if (parse !== undefined) Reflect.apply(parse, socket, [chunk]);
    };
    socket.removeAllListeners('data');
    socket.on('data', this.#onData);
    socket.on('resume', this.#onResume);
    socket.once('close', () => this.#dropRest());
  }

  /** Called for each parsed request. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#last = request;
    this.#bodyBytes = Number(request.headers['content-length'] ?? 0);
    this.#openResponses += 1;
    response.once('close', () => {
      this.#openResponses -= 1;
      // One request in each iteration of the event loop, so that other connections are read between two.
      if (this.#isHolding) setImmediate(this.#continue);
    });
  }

  /** Stops when the connection leaves HTTP, and returns the bytes that were not parsed. */
  detach(): Buffer {
    this.#socket.off('data', this.#onData);
    this.#socket.off('resume', this.#onResume);
    const rest = Buffer.from(this.#rest);
    this.#dropRest();
    return rest;
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#chunk = this.#rest;
    this.#parseRest();
  };

  /** Node also resumes a connection when it reads a body that has already ended. */
  readonly #onResume = (): void => {
    if (!this.#isHolding) {
      this.#parseRest();
      return;
    }
    this.#socket.pause();
    if (!this.#mustHold()) setImmediate(this.#continue);
  };

  readonly #continue = (): void => {
    if (!this.#isHolding || this.#mustHold() || isParserPaused(this.#socket)) return;
    this.#isHolding = false;
    if (this.#parseRest()) this.#socket.resume();
  };

  /** The current request is complete and its response is not. */
  #mustHold(): boolean {
    return this.#openResponses > 0 && this.#last?.complete === true;
  }

  /** Returns whether the connection may be read further. */
  #parseRest(): boolean {
    if (this.#isParsing) return false;
    this.#isParsing = true;
    while (this.#rest.length > 0 && this.#socket.writable && !isParserPaused(this.#socket)) {
      if (this.#mustHold()) {
        this.#hold();
        break;
      }
      const slice = this.#rest.subarray(0, this.#sliceBytes());
      this.#rest = this.#rest.subarray(slice.length);
      const previous = this.#last;
      this.#parse(slice);
      // Of a new request, the slice contained no part of the body if it ended with the head.
      const isHead = this.#last !== previous && slice.subarray(-END_OF_HEAD.length).equals(END_OF_HEAD);
      if (!isHead) this.#bodyBytes = Math.max(0, this.#bodyBytes - slice.length);
    }
    this.#isParsing = false;
    this.#count();
    if (this.#rest.length > 0) return !this.#isHolding;
    // The parser has copied it.
    freeChunk(this.#chunk);
    this.#dropRest();
    return true;
  }

  /** A slice ends where a head or a body ends, as far as that is known. */
  #sliceBytes(): number {
    if (this.#bodyBytes > 0) return this.#bodyBytes;
    // Only within a slice: a search of all bytes for each slice takes quadratic time.
    const end = this.#rest.subarray(0, MAX_SLICE_BYTES).indexOf(END_OF_HEAD, MIN_HEAD_BYTES);
    return end < 0 ? MAX_SLICE_BYTES : end + END_OF_HEAD.length;
  }

  #hold(): void {
    this.#isHolding = true;
    this.#socket.pause();
  }

  #count(): void {
    const bytes = this.#isHolding ? this.#rest.length : 0;
    this.#held.remove(this.#counted);
    this.#counted = bytes;
    if (!this.#held.add(bytes) && bytes > 0) this.#socket.destroy();
  }

  #dropRest(): void {
    this.#held.remove(this.#counted);
    this.#counted = 0;
    this.#chunk = NO_BYTES;
    this.#rest = NO_BYTES;
  }
}
