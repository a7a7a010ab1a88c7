import { GEN } from '@boxwood/command-bus';
import type { MountKind } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { HostRefusal } from '../../runtime/host-client.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';

/** Prefix of program messages: name, time and severity. */
const LOG_PREFIX =
  /^(?:[\w/.-]+: )?(?:\d{4}\/\d\d\/\d\d [\d:]{8} )?(?:(?:ERROR|CRITICAL|NOTICE) ?: (?:[^:]{0,80}: )?)?/;
const PASSWORD = /\b401\b|unauthori[sz]ed|\b530\b|log[io]n|logged in|access.?denied|permission denied/i;
const SHARE = /not found|no such|\b404\b|\b550\b|bad network name|NETWORK_NAME/i;

/** The message of a server or program in one line, without its prefix. */
export const messageOf = (detail: string): string => detail.replace(LOG_PREFIX, '').trim().slice(0, 300);

/**
 * Converts a failed mount to the codes of X58: 6 unknown user or wrong password, 15 no such share, 3 with the message.
 */
export const mountRefusal = (refusal: HostRefusal, kind: MountKind): Refusal => {
  const { why, detail } = refusal;
  switch (why) {
    case 'barred':
      return new Refusal(detail === 'password' ? GEN.wrongSecret : GEN.invalid);
    case 'lacking':
      return new Refusal(GEN.failed, detail === 'mount.nfs' ? 'mounts.nfs' : 'mounts.rclone');
    case 'failed':
      // NFS has no passwords; a denied mount means that the path is not exported to this box.
      if (PASSWORD.test(detail)) return new Refusal(kind === 'nfs' ? GEN.path : GEN.wrongSecret);
      return SHARE.test(detail) ? new Refusal(GEN.path) : new Refusal(GEN.failed, messageOf(detail));
    case 'absent':
    case 'silent':
    case 'busy':
    case 'stale':
    case 'unlogged':
    case 'unreadable':
      return hostRefusal(refusal);
  }
};
