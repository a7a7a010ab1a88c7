import { oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Environment variable that indicates to a box that a launcher started it. */
export const LAUNCHED_ENV = 'BOXWOOD_LAUNCHED';

/** Messages from a box to its launcher: it is ready, or another release in a folder is to be started in its place. */
export const ReadyMessage = struct({ kind: oneOf(['ready']) });
export const UseMessage = struct({ kind: oneOf(['use']), folder: str, version: str, dataDir: str });

/** The launcher's reply to {@link UseMessage}: it recorded the release and is about to stop the box, or it refused. */
export const UseReply = struct({ kind: oneOf(['taken', 'refused']) });
