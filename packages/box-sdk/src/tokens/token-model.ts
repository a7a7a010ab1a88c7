import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, diskText, epochSeconds, essential, oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Permission of a script token: `read`, or `write`, which includes reading. Tokens allow nothing else. */
export const TokenVerb = oneOf(['read', 'write']);
export type TokenVerb = TypeOf<typeof TokenVerb>;

/** Maximum number of tokens per user. */
export const MAX_TOKENS = 100;

/** A script token as listed, without the token itself. */
export const ScriptToken = struct(
  {
    /** Id for revoking. */
    id: essential(str),
    /** Name given by its creator. */
    name: str,
    /** `read` or `write`. */
    verb: str,
    /** Folder for which it is valid, including everything below. */
    path: diskText,
    /** Created, epoch seconds. */
    ctime: epochSeconds,
    /** Expires, epoch seconds. */
    etime: epochSeconds,
    /** Last used, epoch seconds with minute precision; 0: never. */
    used: bytes,
  },
  {},
  'ScriptToken',
);
export type ScriptToken = TypeOf<typeof ScriptToken>;
