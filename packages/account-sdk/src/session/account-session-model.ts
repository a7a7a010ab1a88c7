import type { TypeOf } from '@boxwood/command-bus/codecs';
import { oneOf, str, struct, text, yesNo, essential } from '@boxwood/command-bus/codecs';

/** The application id of every web client (G-26). */
export const APP_ID = 'web';
/** Milliseconds after which a client creates a new appKey (G-26). */
export const APP_KEY_LIFETIME_MS = 3_600_000;
/** The only sign-in type: user and password. */
export const LOGIN_TYPE = 1;

/** An account token of any format; Boxwood issues 32 random letters and digits. */
export const AccountToken = text(1, 4096);
/** An HMAC-SHA-256 in lowercase hex. */
export const Signature = text(1, 64);
/** A user id, mobile or mail address; the service refuses an empty one with its own number (1018). */
export const UserText = text(0, 254);
/** A box by its id or its name, both are accepted everywhere (G-29). */
export const BoxText = text(1, 64);
/** The 6 digits sent by text message or mail; an invalid format counts as a wrong code (1007). */
export const CodeText = text(1, 16);

/**
 * Purpose of a verification code (a Boxwood extension): verify a new address of an account, set a new password, or
 * transfer the administration of a box. The code is valid for this purpose only.
 */
export const CodePurpose = oneOf(['address', 'password', 'admin']);
export type CodePurpose = TypeOf<typeof CodePurpose>;

/**
 * Where to find a code that could not be sent, because the service has neither an SMS gateway nor a mail server (a
 * Boxwood extension): in the messages of the requesting user, or in the outbox of the service's operator.
 */
export const CodeLocation = oneOf(['messages', 'outbox']);
export type CodeLocation = TypeOf<typeof CodeLocation>;

/** Parameters of sign-in (A01). The device type is text, so that the service can refuse an unknown one with 2008. */
export const Credentials = struct(
  {
    /** `web`. */
    appId: text(1, 32),
    appIdSecurity: Signature,
    /** 32 random characters, renewed every hour: `newAppKey`. */
    appKey: text(1, 64),
    /** `web`; other values are refused. */
    devtype: text(1, 32),
    /** 1: password sign-in. */
    logintype: oneOf([LOGIN_TYPE]),
    userName: UserText,
    /** The password as typed; never stored in this form. */
    pwd: text(1, 256),
  },
  {},
  'Credentials',
);
export type Credentials = TypeOf<typeof Credentials>;

/**
 * A new session. `userName` is always the user id, whichever name was typed; empty if the service does not return it.
 */
export const AccountSession = struct(
  {
    token: AccountToken,
    /** The user id, whichever name was typed; empty if the service does not return it. */
    userName: str,
  },
  {},
  'Session',
);
export type AccountSession = TypeOf<typeof AccountSession>;

/** Data about the owner of an account token, for a box (X105). `vip` is the cloud-drive membership 0, 1 or 2. */
export const Introspection = struct(
  {
    /** Owner of the token. */
    userName: essential(str),
    /** Y: administrator of the box. */
    admin: essential(yesNo),
    /** Y: user of the box. */
    bound: essential(yesNo),
    /** Cloud-drive membership; 0: none. */
    vip: oneOf([0, 1, 2]),
  },
  {},
  'Introspection',
);
export type Introspection = TypeOf<typeof Introspection>;
