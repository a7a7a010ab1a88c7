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

/** The doors that bytes of files and programs of this machine go through, and who is family at any of them. */
export const doorFeature = defineFeature({
  make: ({ fileKeys, uploads, running, vault, sessions, files, callerIn }: Needs) => {
    /** A file key speaks for the user it was given to, with what is unlocked in its session. */
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
