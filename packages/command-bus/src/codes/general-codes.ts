// General codes of the box. Module constants instead of object members, so that a client that needs three of them
// bundles three.
export const busy = 2;
export const failed = 3;
export const badParameter = 4;
export const unsafe = 5;
/** There is nothing at the path of a listing. */
export const absent = 6;
/** A wrong password, code or key. */
export const wrongSecret = 6;
export const service = 7;
export const userTooLong = 8;
export const passwordTooLong = 9;
export const noUser = 10;
/** An invalid value; for a move, a name conflict. */
export const invalid = 11;
export const noPrivilege = 13;
export const wrongType = 14;
/** A disk that is in use. */
export const inUse = 14;
export const path = 15;
export const overLimit = 16;
export const session = 18;
export const version = 19;
export const notJson = 20;
export const database = 21;
