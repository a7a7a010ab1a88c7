import type { TypeOf } from '@boxwood/command-bus/codecs';
import { oneOf, str, struct, text, yesNo, essential } from '@boxwood/command-bus/codecs';

/** The application id of every web client (G-26). */
export const APP_ID = 'web';
/** Milliseconds after which a client makes a new appKey (G-26). */
export const APP_KEY_LIFE_MS = 3_600_000;
/** The one sign-in type there is: user and password. */
export const LOGIN_TYPE = 1;

/** An account token: whatever the service gives, ours 32 random letters and digits. */
export const AccountToken = text(1, 4096);
/** An HMAC-SHA-256 in lowercase hex. */
export const Signature = text(1, 64);
/** Whom a call is about: a user id, mobile or mail; empty is refused by the service with its own number (1018). */
export const UserText = text(0, 254);
/** A box by its id or its name, both are accepted everywhere (G-29). */
export const BoxText = text(1, 64);
/** The 6 digits that came by text message or mail; a wrong form is a wrong code (1007). */
export const CodeText = text(1, 16);

/**
 * What a verification code is for (ours): to prove an address that is new to an account, to set a new password, to hand over the administration
 * of a box. It is good for nothing else.
 */
export const CodePurpose = oneOf(['address', 'password', 'admin']);
export type CodePurpose = TypeOf<typeof CodePurpose>;

/**
 * Where a code is that could not be sent to its address, because the service has neither a gateway for text messages nor a mail server (ours):
 * among the messages of the user who asked, or in the outbox of whoever runs the service.
 */
export const CodePlace = oneOf(['messages', 'outbox']);
export type CodePlace = TypeOf<typeof CodePlace>;

/** What sign-in sends (A01). The device type is text, so that a wrong one is refused with 2008. */
export const Credentials = struct(
  {
    /** `web`. */
    appId: text(1, 32),
    appIdSecurity: Signature,
    /** 32 random characters, made anew within the hour: `newAppKey`. */
    appKey: text(1, 64),
    /** `web`; another is refused. */
    devtype: text(1, 32),
    /** 1: with a password. */
    logintype: oneOf([LOGIN_TYPE]),
    userName: UserText,
    /** As it was typed; never stored as such. */
    pwd: text(1, 256),
  },
  {},
  'Credentials',
);
export type Credentials = TypeOf<typeof Credentials>;

/** A new session. `userName` is always the user id, whatever was typed; empty from a service that does not say it. */
export const Session = struct(
  {
    token: AccountToken,
    /** The user id, whatever was typed; empty from a service that does not say it. */
    userName: str,
  },
  {},
  'Session',
);
export type Session = TypeOf<typeof Session>;

/** What the box learns about the owner of an account token (X105). `vip` is the cloud-drive membership 0, 1 or 2. */
export const Introspection = struct(
  {
    /** Whose token it is. */
    userName: essential(str),
    /** Y: administrates that box. */
    admin: essential(yesNo),
    /** Y: is a user of that box. */
    bound: essential(yesNo),
    /** Membership at the cloud drive; 0 none. */
    vip: oneOf([0, 1, 2]),
  },
  {},
  'Introspection',
);
export type Introspection = TypeOf<typeof Introspection>;
