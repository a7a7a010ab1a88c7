import { randomText } from '@boxwood/command-bus/rules';
import { hmacSha256 } from './hmac-sha256.ts';
import type { Credentials } from './account-session-model.ts';
import { APP_ID, LOGIN_TYPE } from './account-session-model.ts';

/**
 * The default application secret of client and service. It identifies the application and is not confidential: a
 * browser cannot hide it, and no security relies on it (G-26).
 */
export const DEFAULT_APP_SECRET = 'boxwood-web';

/** Signature for `appIdSecurity` of A01. */
export const signApp = (appKey: string, appSecret: string = DEFAULT_APP_SECRET, appId: string = APP_ID): string =>
  hmacSha256(appSecret, `${appId}:${appKey}`);

/** Signature for `secret` of A07 and A08. */
export const signAddress = (param: string, appSecret: string = DEFAULT_APP_SECRET, appId: string = APP_ID): string =>
  hmacSha256(appSecret, `${appId}:${param}`);

/** A new appKey (32 random characters, renewed hourly); `fill` writes random bytes. */
export const newAppKey = (fill: (bytes: Uint8Array<ArrayBuffer>) => void): string => randomText(fill);

/**
 * Builds the full parameters of a sign-in.
 *
 * @example
 * ```ts
 * const appKey = newAppKey((bytes) => crypto.getRandomValues(bytes));
 * const { token, userName } = await account.session.signIn(signInParams('ann_lee', password, appKey));
 * ```
 */
export const signInParams = (
  userName: string,
  pwd: string,
  appKey: string,
  appSecret: string = DEFAULT_APP_SECRET,
): Credentials => ({
  appId: APP_ID,
  appIdSecurity: signApp(appKey, appSecret),
  appKey,
  devtype: 'web',
  logintype: LOGIN_TYPE,
  userName: userName.trim(),
  pwd,
});

/** Parameters of {@link SendCode} for one mobile number or mail address. */
export const codeParams = (param: string, appSecret: string = DEFAULT_APP_SECRET) => ({
  appId: APP_ID,
  secret: signAddress(param, appSecret),
  param,
});
