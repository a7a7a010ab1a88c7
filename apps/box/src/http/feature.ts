import type { Files } from '../features/files/files.ts';
import { fileRoute } from '../features/files/download/file-route.ts';
import type { FileKeys, KeyUse } from '../server/identity/file-keys.ts';
import { createRecognise } from '../server/identity/recognise.ts';
import type { RunningResponses } from '../server/identity/running-responses.ts';
import type { Sessions } from '../server/identity/sessions.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Uploads } from '../features/transfers/index.ts';
import type { Caller, Vault } from '../storage/vault/index.ts';
import { LocalPorts } from './local-ports.ts';

interface HttpFeatureDeps {
  readonly fileKeys: FileKeys;
  readonly uploads: Uploads;
  readonly running: RunningResponses;
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly files: Files;
  readonly callerIn: (user: string, session: string) => Caller;
}

/** The HTTP routes for file bytes and local programs, and the recognition of known users on any route. */
export const httpFeature = defineFeature({
  make: ({ fileKeys, uploads, running, vault, sessions, files, callerIn }: HttpFeatureDeps) => {
    /** A file key acts for its user, with the areas unlocked in its session. */
    const callerOf = (key: string, use: KeyUse): Caller | null => {
      const holder = fileKeys.verify(key, use);
      return holder === undefined ? null : callerIn(holder.user, holder.session);
    };
    return {
      value: { ports: new LocalPorts(running), recognise: createRecognise({ sessions, fileKeys, uploads }) },
      handlers: {},
      routes: [
        fileRoute({ files: files.server, thumbnails: files.thumbnails, zips: files.zips, callerOf, vault, running }),
      ],
    };
  },
});
