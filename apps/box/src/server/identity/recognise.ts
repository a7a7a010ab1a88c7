import type { FileKeys } from './file-keys.ts';
import { digest } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/** What a request shows of its sender before its body is read: its URL and the start of the body. */
export interface RequestHint {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly bodyStart: string;
}

/** The user a request seems to come from; null if unknown. */
export type Recognise = (clue: RequestHint) => string | null;

export interface RecogniseOptions {
  readonly sessions: Pick<Sessions, 'known'>;
  readonly fileKeys: Pick<FileKeys, 'verify'>;
  /** Returns the owner of an upload. */
  readonly uploads: { get(uuid: string): { readonly user: string } | undefined };
}

/** The token of an envelope, which clients write before the parameters. */
const BODY_TOKEN = /"token"\s*:\s*"([A-Za-z0-9]{32})"/;
const PATH_TOKEN = /^\/([A-Za-z0-9]{32})$/;

/**
 * Recognises known users before a request is read, by the token in the body or path, the file key or the upload id. It
 * only decides queueing and memory limits; {@link createAuthorise} decides what a call may do.
 */
export const createRecognise =
  ({ sessions, fileKeys, uploads }: RecogniseOptions): Recognise =>
  ({ path, query, bodyStart }) => {
    const token = BODY_TOKEN.exec(bodyStart)?.[1] ?? PATH_TOKEN.exec(path)?.[1];
    if (token !== undefined) return sessions.known(digest(token));
    const key = query.get('key');
    if (key !== null) return fileKeys.verify(key)?.user ?? null;
    const uuid = query.get('uuid');
    return uuid === null ? null : (uploads.get(uuid)?.user ?? null);
  };
