import { right } from '@boxwood/command-bus';
import { type Observable, of, switchMap } from 'rxjs';
import type { Drive } from '../model.ts';
import { andThen, rejected, type Result } from '../outcome.ts';
import { boxApiUrl } from './box-addresses.ts';
import { accountLink } from './box-links.ts';
import type { AccountPort, BoxSignInPort, BoxIdentity } from './session-ports.ts';
import type { BoxLink } from './session.ts';

/** Timeout of a probe of the box on the LAN, in ms (G-06). */
const LAN_PROBE_TIMEOUT_MS = 1_500;
/** Timeout of any other box probe, in ms. */
export const PROBE_TIMEOUT_MS = 8_000;

/**
 * Finds and connects to a box (G-06): on the LAN if it answers within 1500 ms with the right id, otherwise through the
 * relay. `onMode` reports the route being tried. Uses the box token of the account service, or the account token where
 * the service issues none.
 */
export const findBox = (
  ports: { readonly account: AccountPort; readonly box: BoxSignInPort },
  drive: Drive,
  token: string,
  onMode: (mode: 'tolan' | 'towan') => void,
): Observable<Result<BoxLink>> =>
  ports.account.boxAddresses(drive.boxName).pipe(
    andThen((routes) => {
      const boxToken = routes.boxToken ?? token;
      const lanApi = routes.lanIp === '' ? null : boxApiUrl(routes.lanIp, routes.apiPort);
      const lanProbe$: Observable<Result<BoxIdentity>> =
        lanApi === null
          ? of(rejected('session.boxUnreachable'))
          : ports.box.probe(lanApi, boxToken, null, LAN_PROBE_TIMEOUT_MS);
      return lanProbe$.pipe(
        switchMap((result): Observable<Result<BoxLink>> => {
          if (lanApi !== null && result._tag === 'Right' && result.right.boxId === drive.boxId) {
            return of(right(accountLink(result.right, drive, routes, boxToken, 'tolan', lanApi)));
          }
          if (!routes.online || routes.relayUrl === '') return of(rejected('session.boxOffline'));
          onMode('towan');
          return ports.box
            .probe(routes.relayUrl, boxToken, routes.relay, PROBE_TIMEOUT_MS)
            .pipe(
              andThen((identity): Observable<Result<BoxLink>> =>
                identity.boxId === drive.boxId
                  ? of(right(accountLink(identity, drive, routes, boxToken, 'towan', routes.relayUrl)))
                  : of(rejected('session.boxUnreachable')),
              ),
            );
        }),
      );
    }),
  );
