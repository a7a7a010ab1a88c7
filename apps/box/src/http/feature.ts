import type { Files } from '../files/files.ts';
import { fileRoute } from '../files/route.ts';
import type { FileKeys, KeyUse } from '../identity/file-keys.ts';
import { createRecognise } from '../identity/recognise.ts';
import type { RunningAnswers } from '../identity/running.ts';
import type { Sessions } from '../identity/sessions.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Uploads } from '../transfers/index.ts';
import type { Caller, Vault } from '../vault/index.ts';
import { Ports } from './ports.ts';

interface Needs {
  readonly fileKeys: FileKeys;
  readonly uploads: Uploads;
  readonly running: RunningAnswers;
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly files: Files;
  readonly callerIn: (user: string, session: string) => Caller;
}

/** The HTTP routes for file bytes and local programs, and the recognition of known users on any route. */
export const doorFeature = defineFeature({
  make: ({ fileKeys, uploads, running, vault, sessions, files, callerIn }: Needs) => {
    /** A file key acts for its user, with the areas unlocked in its session. */
    const callerOf = (key: string, use: KeyUse): Caller | null => {
      const holder = fileKeys.verify(key, use);
      return holder === undefined ? null : callerIn(holder.user, holder.session);
    };
    return {
      value: { ports: new Ports(running), recognise: createRecognise({ sessions, fileKeys, uploads }) },
      handlers: {},
      routes: [
        fileRoute({ files: files.server, thumbnails: files.thumbnails, zips: files.zips, callerOf, vault, running }),
      ],
    };
  },
});
