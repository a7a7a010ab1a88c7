import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { HostRefusal } from './host-client.ts';

/** Maps a refusal of the root helper to error "failed" with a reason key from the SDK's message catalogue. */
export const hostRefusal = ({ why }: HostRefusal): Refusal => {
  switch (why) {
    case 'absent':
    case 'silent':
    case 'lacking':
    case 'busy':
    case 'failed':
      return new Refusal(GEN.failed, `host.${why}`);
    case 'barred':
    case 'stale':
      return new Refusal(GEN.failed, 'host.busy');
    case 'unlogged':
      return new Refusal(GEN.failed, 'host.failed');
    case 'unreadable':
      return new Refusal(GEN.invalid);
  }
};
