/**
 * The only connections of the box that do not verify the certificate of the server. `eslint` refuses the option in
 * every other file; a new entry needs a reason like these two.
 */

/**
 * For requests of the relay to this process: its certificate covers the names of the box and not 127.0.0.1. The host is
 * part of the options, so that they open no other server.
 */
export const OWN_SERVER_TLS = { host: '127.0.0.1', rejectUnauthorized: false } as const;

/** For reachability probes, which send nothing and trust nothing. The mount itself verifies the certificate. */
export const PROBE_TLS = { rejectUnauthorized: false } as const;
