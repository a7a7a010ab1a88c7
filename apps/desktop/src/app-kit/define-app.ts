import type { OfferArea } from '@boxwood/box-sdk';
import type { Codec } from '@boxwood/command-bus/codecs';
import type { Size, WindowId } from '@boxwood/domain';
import type { AppIconName } from '@boxwood/ui';
import type { ComponentType, ReactNode } from 'react';
import type { ServiceScope } from '../composition/service-scope.ts';
import type { Words } from '../i18n/define-messages.ts';
import type { AppId, AppLinks, LaterId } from './links.ts';

/** What the content of a window gets. The same component stays mounted while page or parameters change (SHELL-42). */
export interface AppProps<P> {
  readonly window: WindowId;
  readonly params: P;
  /** Page inside the app, from 1. */
  readonly pageIndex: number;
}

/** What the first page of an app gets where the app is a place of the phone. */
export interface StartProps {
  /** Stands above everything else of the page. */
  readonly lead: ReactNode;
}

/** The lazily loaded half of an app. */
export interface AppModule<P> {
  readonly App: ComponentType<AppProps<P>>;
  /** Binds services that only this app needs, once per sign-in, before its first window shows. */
  readonly bind?: (session: ServiceScope) => void;
}

/** The first page of an app that is a place of the phone; nothing is opened on it yet. */
export interface StartModule {
  readonly Start: ComponentType<StartProps>;
}

/** Why an app may be closed to somebody: `admin` the admin flag, `account` not in LAN mode (G-07), an area that the box does not offer. */
export type AppNeed = 'admin' | 'account' | { readonly area: OfferArea };

/** The small, eager half of an app: enough to draw its icon and to open it. */
export interface AppManifest<K extends AppId = AppId> {
  readonly id: K;
  readonly title: Words;
  readonly icon: AppIconName;
  /** True: one window whatever is asked (SHELL-42). Apps that show documents or several browsers say false. */
  readonly single: boolean;
  /** `default`: on the desktop from the start; `optional`: can be added; `hidden`: opened by other means only. */
  readonly desktop: 'default' | 'optional' | 'hidden';
  /** True: announced and not built yet. It stands under "Coming" in the desktop settings and nowhere else. */
  readonly coming?: true;
  /** True: on a phone it brings a header of its own, with the way back. */
  readonly ownHeader?: true;
  /** True: its windows have a side with what leads elsewhere, which stands there while the rest is on its way. */
  readonly sided?: true;
  /** First window size; 1280 x 720 when absent. */
  readonly size?: Size;
  /** Parameters are stored with the window and restored after a reload, so they are decoded. */
  readonly params: Codec<AppLinks[K], unknown>;
  readonly needs?: readonly AppNeed[];
  readonly load: () => Promise<AppModule<AppLinks[K]>>;
  /** Where it is a place of the phone: fetched there and nowhere else. */
  readonly start?: () => Promise<StartModule>;
}

/** Any app of the product. */
export type AnyApp =
  { readonly [K in Exclude<AppId, LaterId>]: AppManifest<K> }[Exclude<AppId, LaterId>] | AppManifest<LaterId>;

/** Declares an app; the id decides the type of its parameters. */
export const defineApp = <K extends AppId>(manifest: AppManifest<K>): AppManifest<K> => manifest;
