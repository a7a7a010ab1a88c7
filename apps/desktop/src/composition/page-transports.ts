import type { Transport } from '@boxwood/command-bus';

/** How the page reaches the box and the account service. Tests answer calls in the same process. */
export interface PageTransports {
  readonly calls: Transport;
  /** For uploads. By default XMLHttpRequest, whose code loads with the session. */
  readonly transfers?: Transport;
}
