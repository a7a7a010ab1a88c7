import type { FileKeys } from './file-keys.ts';
import { digest } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/** What a request shows of its sender before it is read: its address, and how its body begins where it has one. */
export interface Clue {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly head: string;
}

/** The user that a request seems to come from; null for a stranger. */
export type Recognise = (clue: Clue) => string | null;

export interface RecogniseOptions {
  readonly sessions: Pick<Sessions, 'known'>;
  readonly fileKeys: Pick<FileKeys, 'verify'>;
  /** Whose upload it is. */
  readonly uploads: { get(uuid: string): { readonly user: string } | undefined };
}

/** The token of an envelope, which clients write before its parameters. */
const IN_BODY = /"token"\s*:\s*"([A-Za-z0-9]{32})"/;
const IN_PATH = /^\/([A-Za-z0-9]{32})$/;

/**
 * Tells family from strangers before anything is read for them: by the token at the beginning of a body or in the path, by the key of a file,
 * by the upload. It decides who waits and whose memory is counted where, and nothing else: what a call may do, {@link createAuthorise} decides.
 */
export const createRecognise =
  ({ sessions, fileKeys, uploads }: RecogniseOptions): Recognise =>
  ({ path, query, head }) => {
    const token = IN_BODY.exec(head)?.[1] ?? IN_PATH.exec(path)?.[1];
    if (token !== undefined) return sessions.known(digest(token));
    const key = query.get('key');
    if (key !== null) return fileKeys.verify(key)?.user ?? null;
    const uuid = query.get('uuid');
    return uuid === null ? null : (uploads.get(uuid)?.user ?? null);
  };
