import { oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Says to a box that a launcher started it. */
export const LAUNCHED = 'BOXWOOD_LAUNCHED';

/** What a box tells its launcher: that it answers, and that another release, which lies whole in a folder, is to be started in its place. */
export const Ready = struct({ kind: oneOf(['ready']) });
export const Use = struct({ kind: oneOf(['use']), folder: str, version: str, dataDir: str });

/** What the launcher answers to {@link Use}: it is written down, and the box is about to be stopped; or it cannot be. */
export const Answer = struct({ kind: oneOf(['taken', 'refused']) });
