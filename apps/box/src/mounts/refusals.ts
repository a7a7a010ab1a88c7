import { GEN } from '@boxwood/command-bus';
import type { MountKind } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { HostRefusal } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';

/** What a program says before what is the matter: its name, when, and how grave it is. */
const BEFORE = /^(?:[\w/.-]+: )?(?:\d{4}\/\d\d\/\d\d [\d:]{8} )?(?:(?:ERROR|CRITICAL|NOTICE) ?: (?:[^:]{0,80}: )?)?/;
const PASSWORD = /\b401\b|unauthori[sz]ed|\b530\b|log[io]n|logged in|access.?denied|permission denied/i;
const SHARE = /not found|no such|\b404\b|\b550\b|bad network name|NETWORK_NAME/i;

/** What a server or the program that asked it said, in one line and without what the box does not show. */
export const saidOf = (detail: string): string => detail.replace(BEFORE, '').trim().slice(0, 300);

/** What was not mounted, in the numbers of X58: 6 the server knows no such user or password, 15 there is no such share, 3 what it said. */
export const notMounted = (refusal: HostRefusal, kind: MountKind): Refusal => {
  const { why, detail } = refusal;
  switch (why) {
    case 'barred':
      return new Refusal(detail === 'password' ? GEN.wrongSecret : GEN.invalid);
    case 'lacking':
      return new Refusal(GEN.failed, detail === 'mount.nfs' ? 'mounts.nfs' : 'mounts.rclone');
    case 'failed':
      // Of NFS nobody says a password: what is not exported to this box is denied to it.
      if (PASSWORD.test(detail)) return new Refusal(kind === 'nfs' ? GEN.path : GEN.wrongSecret);
      return SHARE.test(detail) ? new Refusal(GEN.path) : new Refusal(GEN.failed, saidOf(detail));
    case 'absent':
    case 'silent':
    case 'busy':
    case 'stale':
    case 'unlogged':
    case 'unreadable':
      return hostRefusal(refusal);
  }
};
