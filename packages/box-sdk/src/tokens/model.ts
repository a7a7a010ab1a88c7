import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, diskText, epochSeconds, essential, oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** What a token of a script may do with files: `read`, or `write`, which is read as well. Nothing else is possible with one. */
export const TokenVerb = oneOf(['read', 'write']);
export type TokenVerb = TypeOf<typeof TokenVerb>;

/** Most tokens of one person. */
export const MAX_TOKENS = 100;

/** A token of a script as it is listed; the token itself is never said again. */
export const ScriptToken = struct(
  {
    /** To revoke it by. */
    id: essential(str),
    /** What its maker called it. */
    name: str,
    /** `read` or `write`. */
    verb: str,
    /** The folder in which it is good, with all that is below it. */
    path: diskText,
    /** Made, epoch seconds. */
    ctime: epochSeconds,
    /** It ends then, epoch seconds. */
    etime: epochSeconds,
    /** Last used, epoch seconds, to the minute; 0 never. */
    used: bytes,
  },
  {},
  'ScriptToken',
);
export type ScriptToken = TypeOf<typeof ScriptToken>;
