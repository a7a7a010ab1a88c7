import { right } from '@boxwood/command-bus';
import { type Observable, of, switchMap } from 'rxjs';
import type { Drive } from '../model.ts';
import { andThen, rejected, type Result } from '../outcome.ts';
import { apiOf } from './addresses.ts';
import { accountLink } from './links.ts';
import type { AccountPort, BoxEntryPort, BoxIdentity } from './ports.ts';
import type { BoxLink } from './session.ts';

/** Timeout of a probe of the box on the LAN, in ms (G-06). */
const LAN_PROBE_MS = 1_500;
/** Timeout of any other box probe, in ms. */
export const PROBE_MS = 8_000;

/**
 * Finds and connects to a box (G-06): on the LAN if it answers within 1500 ms with the right id, otherwise through the
 * relay. `onMode` reports the route being tried. Uses the box token of the account service, or the account token where
 * the service issues none.
 */
export const findBox = (
  ports: { readonly account: AccountPort; readonly box: BoxEntryPort },
  drive: Drive,
  token: string,
  onMode: (mode: 'tolan' | 'towan') => void,
): Observable<Result<BoxLink>> =>
  ports.account.boxWays(drive.boxName).pipe(
    andThen((ways) => {
      const shown = ways.boxToken ?? token;
      const near = ways.lanIp === '' ? null : apiOf(ways.lanIp, ways.apiPort);
      const near$: Observable<Result<BoxIdentity>> =
        near === null ? of(rejected('session.boxUnreachable')) : ports.box.probe(near, shown, null, LAN_PROBE_MS);
      return near$.pipe(
        switchMap((result): Observable<Result<BoxLink>> => {
          if (near !== null && result._tag === 'Right' && result.right.boxId === drive.boxId) {
            return of(right(accountLink(result.right, drive, ways, shown, 'tolan', near)));
          }
          if (!ways.online || ways.relayUrl === '') return of(rejected('session.boxOffline'));
          onMode('towan');
          return ports.box
            .probe(ways.relayUrl, shown, ways.relay, PROBE_MS)
            .pipe(
              andThen((identity): Observable<Result<BoxLink>> =>
                identity.boxId === drive.boxId
                  ? of(right(accountLink(identity, drive, ways, shown, 'towan', ways.relayUrl)))
                  : of(rejected('session.boxUnreachable')),
              ),
            );
        }),
      );
    }),
  );
