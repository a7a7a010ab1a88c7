import type { OfferArea } from '@boxwood/box-sdk';
import type { Codec } from '@boxwood/command-bus/codecs';
import type { DesktopSize, WindowId } from '@boxwood/domain';
import type { AppIconName } from '@boxwood/ui';
import type { ComponentType, ReactNode } from 'react';
import type { ServiceScope } from '../../../composition/service-scope.ts';
import type { LocalizedText } from '../../../platform/i18n/define-messages.ts';
import type { AppId, AppLinks, PlannedAppId } from './app-links.ts';

/** Props of the content of a window. The same component stays mounted while page or parameters change (SHELL-42). */
export interface AppProps<P> {
  readonly window: WindowId;
  readonly params: P;
  /** Page inside the app, from 1. */
  readonly pageIndex: number;
}

/** Props of the start page of an app on a phone. */
export interface StartPageProps {
  /** Shown above everything else on the page. */
  readonly header: ReactNode;
}

/** The lazily loaded half of an app. */
export interface AppModule<P> {
  readonly App: ComponentType<AppProps<P>>;
  /** Binds services that only this app needs, once per session, before its first window is shown. */
  readonly bind?: (session: ServiceScope) => void;
}

/** The start page of an app that is a tab of the phone shell; nothing is opened on it yet. */
export interface StartPageModule {
  readonly Start: ComponentType<StartPageProps>;
}

/**
 * What an app requires: `admin` the admin flag, `account` not in LAN mode (G-07), or an area that the box must offer.
 */
export type AppNeed = 'admin' | 'account' | { readonly area: OfferArea };

/** The small, eagerly loaded half of an app: enough to draw its icon and to open it. */
export interface AppManifest<K extends AppId = AppId> {
  readonly id: K;
  readonly title: LocalizedText;
  readonly icon: AppIconName;
  /** True: at most one window (SHELL-42). False for apps that show documents or allow several browsers. */
  readonly single: boolean;
  /** `default`: on the desktop from the start; `optional`: can be added; `hidden`: opened by other means only. */
  readonly desktop: 'default' | 'optional' | 'hidden';
  /** True: announced and not built yet. It is listed only under "Coming" in the desktop settings. */
  readonly announced?: true;
  /** True: on a phone the app draws its own header, with the back button. */
  readonly ownHeader?: true;
  /** True: its windows have a sidebar, which the skeleton shows while the app loads. */
  readonly hasSidebar?: true;
  /** Initial window size; 1280 x 720 when absent. */
  readonly size?: DesktopSize;
  /** Parameters are stored with the window and restored after a reload, so they are decoded. */
  readonly params: Codec<AppLinks[K], unknown>;
  readonly needs?: readonly AppNeed[];
  readonly load: () => Promise<AppModule<AppLinks[K]>>;
  /** Loads the start page, for apps that are a tab of the phone shell. */
  readonly start?: () => Promise<StartPageModule>;
}

/** Any app of the product. */
export type AnyApp =
  | { readonly [K in Exclude<AppId, PlannedAppId>]: AppManifest<K> }[Exclude<AppId, PlannedAppId>]
  | AppManifest<PlannedAppId>;

/** Declares an app; the id decides the type of its parameters. */
export const defineApp = <K extends AppId>(manifest: AppManifest<K>): AppManifest<K> => manifest;
