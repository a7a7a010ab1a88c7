import type { PluginKey } from '@boxwood/box-sdk';
import type { MinVersions, ServiceAction, ServiceLife } from '@boxwood/box-sdk/rules';
import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { Watch } from '../time/watchers.ts';

export type { PluginKey, ServiceAction, ServiceLife };

/** What the plugin manager says of a service: `state` as in G-35, `error` in the box's words, empty when all is well. */
export interface PluginReport {
  readonly key: PluginKey;
  readonly state: number;
  readonly progress: number;
  readonly version: string;
  readonly error: string;
}

/** What the provider says of a service. `url` is where its package for this box lies. */
export interface PluginOffer {
  readonly key: PluginKey;
  readonly basic: boolean;
  readonly newVer: string;
  readonly confKeep: 'Y' | 'N';
  readonly minVer: MinVersions;
  readonly url: string;
}

/** A service with where it stands and what can be done with it; `offer` is null while the provider is silent (LAN mode). */
export interface Service {
  readonly key: PluginKey;
  readonly basic: boolean;
  readonly life: ServiceLife;
  readonly version: string;
  readonly actions: readonly ServiceAction[];
  readonly offer: PluginOffer | null;
}

export interface PluginsState {
  readonly known: boolean;
  readonly services: readonly Service[];
  readonly failure: Failure | null;
}

/** The installable services (STATE-13, PLUGIN-04 to PLUGIN-16): their life, and what an administrator does with them. */
export interface Plugins {
  readonly state$: StateStream<PluginsState>;
  /** Asks the box and the provider now. */
  refresh(): Outcome<null>;
  /** While somebody watches, services on their way are asked about every 5 s. */
  watch(): Watch;
  /** Done when the service is installed; asked about every 5 s, ten minutes at most (PLUGIN-06, PLUGIN-09). */
  deploy(key: PluginKey): Outcome<null>;
  /** The next three are done 4 s after the box said yes (PLUGIN-07). */
  start(key: PluginKey): Outcome<null>;
  stop(key: PluginKey): Outcome<null>;
  /** `clean` wipes the configuration first (PLUGIN-08, PLUGIN-11). */
  uninstall(key: PluginKey, clean: boolean): Outcome<null>;
  /** Uninstall, wait, deploy, and start again what ran before (PLUGIN-13 to PLUGIN-16). */
  upgrade(key: PluginKey): Outcome<null>;
  close(): void;
}
